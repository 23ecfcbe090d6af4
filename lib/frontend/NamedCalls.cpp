//===- NamedCalls.cpp - which files may launch in loops, by names --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files are joined only to read loops that launch. This says, before anything is joined, which files have one at most: it
// may take a loop for one that launches, and miss one only where nothing of the program names what is called.
//
//===----------------------------------------------------------------------===//
#include "Repetition.h"
#include "persistify/Api.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "persistify/DeviceApi.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::frontend {

namespace {

class NameCollector : public AstVisitor {
public:
  NameCollector(ASTContext &Ctx, NamedCalls &Out) : SM(Ctx.getSourceManager()), Out(Out) {}

private:
  const SourceManager &SM;
  NamedCalls &Out;
  std::string Function; ///< the one around, or nothing
  unsigned Loops = 0; ///< those around, in it
  unsigned Lambdas = 0;
  std::set<const Expr *> Called;

  bool ofSystem(const Decl *D) const { return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())); }

public:
  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) && ofSystem(D))
      return true;
    auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (!F || !F->doesThisDeclarationHaveABody())
      return AstVisitor::TraverseDecl(D);
    std::string Around = std::exchange(Function, nameOf(F));
    const unsigned LoopsAround = std::exchange(Loops, 0);
    AstVisitor::TraverseDecl(D);
    Function = std::move(Around);
    Loops = LoopsAround;
    return true;
  }

private:
  static std::string nameOf(const NamedDecl *D) {
    auto *Of = dyn_cast<CXXRecordDecl>(D->getDeclContext());
    if (Of && isa<CXXConstructorDecl, CXXDestructorDecl>(D))
      return (isa<CXXDestructorDecl>(D) ? "~" : "") + Of->getNameAsString();
    return D->getDeclName().getAsString();
  }
  void name(const std::string &N) {
    Out.Of[Function].insert(N);
    if (Loops)
      Out.Again[Function].insert(N);
    if (Lambdas)
      Out.Of[PointerCall].insert(N);
  }
  /// All that the function names may come again.
  void again() { Out.Again[Function].insert(Function); }

  static bool loops(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S); }
  bool dataTraverseStmtPre(Stmt *S) override {
    Loops += loops(S);
    Lambdas += isa<LambdaExpr>(S);
    if (isa<GotoStmt, IndirectGotoStmt, GCCAsmStmt>(S))
      again();
    return true;
  }
  bool dataTraverseStmtPost(Stmt *S) override {
    Loops -= loops(S);
    Lambdas -= isa<LambdaExpr>(S);
    return true;
  }

  void value(const Expr *E, const ValueDecl *D) {
    if (!isa<FunctionDecl>(D))
      return;
    const std::string N = nameOf(D);
    name(N);
    if (!Called.count(E))
      Out.Of[PointerCall].insert(N);
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    value(E, E->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    value(E, E->getMemberDecl());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    const std::string N = E->getName().getAsString();
    name(N);
    if (!Called.count(E))
      Out.Of[PointerCall].insert(N);
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    name(E->getMember().getAsString());
    return true;
  }

  /// By the type, where no declaration says it: whether a kernel's queue is handed over, as to a launch.
  static bool takesKernel(QualType T) {
    auto *P = T->isFunctionPointerType() ? T->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    return P && llvm::any_of(P->param_types(), [](QualType Given) { return handleType(Given) == ApiType::Kernel; });
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    const Expr *Callee = C->getCallee()->IgnoreParenImpCasts();
    Called.insert(Callee);
    auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
    if ((!F && !isa<OverloadExpr, CXXDependentScopeMemberExpr>(Callee)) || (Op && Op->getOperator() == OO_Call))
      name(PointerCall);
    if ((!F && takesKernel(Callee->getType())) || apiCall(C).launches())
      for (const std::string &W : launchWords())
        name(W);
    if (F)
      ofLibrary(F, {C->getArgs(), C->getNumArgs()});
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    made(C->getType(), true);
    ofLibrary(C->getConstructor(), {C->getArgs(), C->getNumArgs()});
    return true;
  }
  /// A function of the library may call what it is given, as often as it likes, and make and end objects of classes.
  void ofLibrary(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Given) {
    if (F->hasAttr<ReturnsTwiceAttr>())
      again();
    if (!ofSystem(F))
      return;
    if (llvm::any_of(Given, [](const Expr *A) { return isCallable(A->getType()); })) {
      name(PointerCall);
      name(std::string("operator") + getOperatorSpelling(OO_Call));
      again();
    }
    if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs())
      for (const TemplateArgument &A : Args->asArray())
        if (A.getKind() == TemplateArgument::Type)
          made(A.getAsType(), false);
    if (auto *M = dyn_cast<CXXMethodDecl>(F))
      if (auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(M->getParent()))
        madeBy(Of);
  }
  void madeBy(const ClassTemplateSpecializationDecl *Of) {
    for (const TemplateArgument &A : Of->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        made(A.getAsType(), false);
  }

  /// An object of the type begins, and ends.
  void made(QualType T, bool Itself) {
    T = T.getNonReferenceType();
    while (T->isArrayType() || T->isPointerType())
      T = T->isArrayType() ? T->getAsArrayTypeUnsafe()->getElementType() : T->getPointeeType();
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || !R->getIdentifier())
      return;
    if (auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(R); Of && Itself)
      madeBy(Of);
    name(R->getName().str());
    name("~" + R->getName().str());
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (!Function.empty() && !V->getType()->isPointerType() && !V->getType()->isReferenceType())
      made(V->getType(), true);
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *D) override {
    if (!D->isTypeDependent() && !D->getArgument()->isTypeDependent())
      made(D->getDestroyedType(), true);
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return TraverseStmt(E->getExpr()); }

  /// With an object its members begin and end; a pointer to a base may end it.
  bool VisitCXXRecordDecl(CXXRecordDecl *R) override {
    if (!R->isThisDeclarationADefinition() || !R->getIdentifier())
      return true;
    const std::string Its = R->getName().str();
    auto Part = [&](QualType T) {
      const CXXRecordDecl *P = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      if (!P || !P->getIdentifier())
        return std::string();
      Out.Of[Its].insert(P->getName().str());
      Out.Of["~" + Its].insert("~" + P->getName().str());
      return P->getName().str();
    };
    for (const FieldDecl *F : R->fields())
      Part(F->getType());
    for (const CXXBaseSpecifier &B : R->bases())
      if (const std::string Base = Part(B.getType()); !Base.empty())
        Out.Of["~" + Base].insert("~" + Its);
    return true;
  }
};

} // namespace

NamedCalls namedCalls(ASTUnit &Unit) {
  NamedCalls Out;
  NameCollector Collector(Unit.getASTContext(), Out);
  Collector.TraverseDecl(Unit.getASTContext().getTranslationUnitDecl());
  return Out;
}

bool mayLaunchAgain(const NamedCalls &Of, llvm::ArrayRef<NamedCalls> All) {
  std::map<std::string, NamedCalls::Names> By; // what names it
  for (const NamedCalls &Each : All)
    for (const auto &[Function, Names] : Each.Of)
      for (const std::string &N : Names)
        By[N].insert(Function);
  NamedCalls::Names Launching;
  std::vector<std::string> Work = launchWords();
  while (!Work.empty()) {
    const std::string N = std::move(Work.back());
    Work.pop_back();
    if (Launching.insert(N).second)
      if (auto It = By.find(N); It != By.end())
        Work.insert(Work.end(), It->second.begin(), It->second.end());
  }
  auto Launches = [&](const std::string &N) { return Launching.count(N) != 0; };
  for (const auto &[Function, Names] : Of.Again)
    if (llvm::any_of(Names, Launches))
      return true;
  // A function that launches, and comes to itself.
  auto ComesBack = [&](const std::string &Function) {
    NamedCalls::Names Seen;
    std::vector<std::string> Callers = {Function};
    while (!Callers.empty()) {
      const std::string N = std::move(Callers.back());
      Callers.pop_back();
      auto It = By.find(N);
      if (It == By.end())
        continue;
      for (const std::string &Caller : It->second)
        if (Caller == Function)
          return true;
        else if (Launches(Caller) && Seen.insert(Caller).second)
          Callers.push_back(Caller);
    }
    return false;
  };
  return llvm::any_of(Of.Of, [&](const auto &F) { return Launches(F.first) && ComesBack(F.first); });
}

} // namespace persistify::frontend
