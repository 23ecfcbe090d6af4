//===- Launches.cpp - which functions launch -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/ProgramIndex.h"
#include "program/HiddenCalls.h"
#include "program/Definition.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"
#include "library/ContainerKinds.h"

using namespace clang;

namespace persistify::host {

bool ProgramIndex::launches(const FunctionDecl *F) const { return Launching.contains(definitionOf(F)); }

/// Whether what is called through a pointer or a std::function of type T may be a
/// launching function.
bool ProgramIndex::mayCall(QualType T) const {
  T = T.getNonReferenceType();
  if (containerOf(T) == Container::Function)
    T = elementType(T);
  else if (T->isFunctionPointerType())
    T = T->getPointeeType();
  auto *Called = T.isNull() ? nullptr : T->getAs<FunctionType>();
  if (!Called || T->isDependentType())
    return false;
  return llvm::any_of(Launching, [&](const FunctionDecl *F) {
    auto *M = dyn_cast<CXXMethodDecl>(F);
    return !(M && M->isInstance()) && !F->isMain() && !F->getType()->isDependentType() &&
           !Ctx.getSourceManager().isInSystemHeader(F->getLocation()) &&
           Ctx.hasSameFunctionTypeIgnoringExceptionSpec(F->getType(), QualType(Called, 0));
  });
}

/// The same for the body of a lambda, which may come to itself again.
bool ProgramIndex::bodyLaunches(const FunctionDecl *F) const {
  if (!Looking.insert(F).second && !planted("recursive-bodies"))
    return false;
  bool Found = launches(F->getBody());
  Looking.erase(F);
  return Found;
}

/// The function that an argument is, or calls: a lambda, perhaps by its name or in a std::function, or a function.
static const FunctionDecl *givenCallable(const clang::Expr *X) {
  if (X->isTypeDependent() || X->isValueDependent())
    return nullptr;
  if (auto *D = dyn_cast<DeclRefExpr>(bare(X)->IgnoreParenImpCasts()))
    if (auto *V = dyn_cast<VarDecl>(D->getDecl()))
      X = V->getInit() && !V->getType()->isDependentType() ? V->getInit() : nullptr;
  return X ? callableOf(X) : nullptr;
}

static bool launchesItself(const FunctionDecl *F) {
  const ApiRow *Row = F->getIdentifier() ? apiRow(F->getName()) : nullptr;
  return Row && Row->launches();
}

/// Whether kernels are launched where an object is made or ends, or by a method that a pointer leads to.
bool ProgramIndex::hiddenLaunch(const clang::Stmt *S) const {
  if (auto *C = dyn_cast<CXXConstructExpr>(S)) {
    // A thread runs what it is given; a std::function keeps it.
    const bool Runs = C->getConstructor()->isTemplateInstantiation() &&
                      containerOf(C->getType()) != Container::Function &&
                      Ctx.getSourceManager().isInSystemHeader(C->getConstructor()->getLocation());
    if (launches(C->getConstructor()) || (Runs && llvm::any_of(C->arguments(), [&](const clang::Expr *X) {
                                            const FunctionDecl *To = givenCallable(X);
                                            return To && (launches(To) || bodyLaunches(To));
                                          })))
      return true;
  }
  auto Ends = [&](QualType T) {
    const FunctionDecl *F = endOf(T);
    return F && launches(F);
  };
  if (auto *D = dyn_cast<DeclStmt>(S))
    return llvm::any_of(D->decls(), [&](const Decl *X) {
      auto *V = dyn_cast<VarDecl>(X);
      return V && V->hasLocalStorage() && Ends(V->getType());
    });
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(S))
    return Ends(T->getType());
  if (auto *D = dyn_cast<CXXDeleteExpr>(S))
    return !D->isTypeDependent() && !D->getArgument()->isTypeDependent() && Ends(D->getDestroyedType());
  if (auto *I = dyn_cast<CXXDefaultInitExpr>(S))
    return launches(I->getExpr());
  auto *C = dyn_cast<CallExpr>(S);
  const Type *Member = C && !C->getDirectCallee() ? calledMember(C) : nullptr;
  return Member && llvm::any_of(Launching, [&](const FunctionDecl *F) {
           auto *M = dyn_cast<CXXMethodDecl>(F);
           return M && M->isInstance() && !M->getType()->isDependentType() &&
                  Ctx.hasSameFunctionTypeIgnoringExceptionSpec(M->getType(), QualType(Member, 0));
         });
}

bool ProgramIndex::launches(const clang::Stmt *S) const {
  if (!S)
    return false;
  if (auto *C = dyn_cast<CallExpr>(S)) {
    if (apiCall(C).launches())
      return true;
    // A function object or pointer with one target.
    const FunctionDecl *Direct = C->getDirectCallee();
    auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
    const clang::Expr *Callee = !Direct ? C->getCallee() : Op && Op->getOperator() == OO_Call ? Op->getArg(0) : nullptr;
    if (auto *D = Callee ? dyn_cast<DeclRefExpr>(bare(Callee)->IgnoreParenImpCasts()) : nullptr)
      if (auto *V = dyn_cast<VarDecl>(D->getDecl()); V && V->getInit() && !V->getType()->isDependentType())
        if (const FunctionDecl *To = callableOf(V->getInit()); To && (launches(To) || bodyLaunches(To)))
          return true;
    if (Callee && (mayCall(Callee->getType()) || takesKernel(Callee->getType())))
      return true;
    // What is given to a function is called by it.
    for (const clang::Expr *X : C->arguments())
      if (const FunctionDecl *To = givenCallable(X); To && (launches(To) || bodyLaunches(To) || launchesItself(To)))
        return true;
    if (const FunctionDecl *F = Direct) {
      if (launches(F))
        return true;
      auto *M = dyn_cast<CXXMethodDecl>(F);
      if (M && M->getParent()->isLambda() && bodyLaunches(M))
        return true;
    } else if (auto *U = dyn_cast<UnresolvedLookupExpr>(C->getCallee()->IgnoreParens())) {
      // A call in a template, whose arguments depend on its parameters.
      const ApiRow *Row = U->getName().isIdentifier() ? apiRow(U->getName().getAsIdentifierInfo()->getName()) : nullptr;
      if (Row && Row->A == Api::Launch)
        return true;
    }
  }
  if (hiddenLaunch(S))
    return true;
  if (isa<LambdaExpr>(S)) // its body runs where it is called
    return false;
  for (const clang::Stmt *Child : S->children())
    if (launches(Child))
      return true;
  return false;
}

bool ProgramIndex::repeats(const CallExpr *C) const {
  const SourceManager &SM = Ctx.getSourceManager();
  std::set<const FunctionDecl *> Seen;
  auto Librarys = [&](const FunctionDecl *F) {
    return F && F->isTemplateInstantiation() && F->hasBody() && SM.isInSystemHeader(F->getLocation()) &&
           Seen.insert(F).second;
  };
  auto Loops = [&](auto &Self, const clang::Stmt *S) -> bool {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isLoop(S) && !isOnce(S, Ctx) && launches(S))
      return true;
    if (auto *Inner = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = definitionOf(Inner->getDirectCallee());
          Librarys(F) && launches(F) && Self(Self, F->getBody()))
        return true;
    return llvm::any_of(S->children(), [&](const clang::Stmt *Child) { return Self(Self, Child); });
  };
  const FunctionDecl *F = definitionOf(C->getDirectCallee());
  return Librarys(F) &&
         llvm::any_of(C->arguments(),
                      [&](const clang::Expr *X) {
                        const FunctionDecl *To = givenCallable(X);
                        return To && (launches(To) || bodyLaunches(To));
                      }) &&
         Loops(Loops, F->getBody());
}

void ProgramIndex::launchingCalls(const clang::Stmt *S, std::vector<std::string> &Names) const {
  if (!S)
    return;
  if (auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = definitionOf(C->getDirectCallee()); F && launches(F)) {
      std::string N = functionName(F);
      if (std::find(Names.begin(), Names.end(), N) == Names.end()) {
        Names.push_back(N);
        launchingCalls(F->getBody(), Names);
      }
    }
  for (const clang::Stmt *Child : S->children())
    launchingCalls(Child, Names);
}

} // namespace persistify::host
