//===- ProgramFacts.cpp - facts of a host file that few loops ask for ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They are found when they are first asked for, and kept: a file has many loops.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "program/Mutation.h"
#include "program/ProgramIndex.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

struct ProgramIndex::Mentions : AstVisitor {
  std::map<const ValueDecl *, std::vector<Decl *>> Of;
  Decl *Within = nullptr;

  /// A namespace is no declaration that names anything; those in it are.
  void all(DeclContext *In, const SourceManager &SM) {
    for (Decl *D : In->decls()) {
      if (SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
        continue;
      if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
        all(cast<DeclContext>(D), SM);
      } else {
        Within = D;
        TraverseDecl(D);
      }
    }
  }
  void add(const ValueDecl *D) {
    std::vector<Decl *> &L = Of[D];
    if (L.empty() || L.back() != Within)
      L.push_back(Within);
  }
  bool VisitVarDecl(VarDecl *V) override {
    add(V->getCanonicalDecl());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *F) override {
    add(F);
    return true;
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *I) override {
    if (const FieldDecl *F = I->getAnyMember())
      add(F);
    return AstVisitor::TraverseConstructorInitializer(I);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    add(llvm::cast<ValueDecl>(R->getDecl()->getCanonicalDecl()));
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) override {
    add(M->getMemberDecl());
    return true;
  }
};

llvm::ArrayRef<Decl *> ProgramIndex::mentions(const ValueDecl *D) const {
  if (!Mentioned) {
    Mentions M;
    M.all(Ctx.getTranslationUnitDecl(), Ctx.getSourceManager());
    Mentioned = std::move(M.Of);
  }
  auto It = Mentioned->find(D);
  return It == Mentioned->end() ? llvm::ArrayRef<Decl *>() : llvm::ArrayRef(It->second);
}

namespace {
/// Uses of a variable that may be more than a read of its value. A lambda's copy
/// is another variable.
struct FurtherUses : AstVisitor {
  const VarDecl *D;
  std::set<const clang::Expr *> Reads;
  bool Found = false;
  explicit FurtherUses(const VarDecl *D) : D(D->getCanonicalDecl()) {}

  bool TraverseLambdaExpr(LambdaExpr *L) override {
    const bool Copied = llvm::any_of(L->captures(), [&](const LambdaCapture &C) {
      return C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy && C.getCapturedVar()->getCanonicalDecl() == D;
    });
    if (!Copied || planted("init-captures"))
      return Copied || AstVisitor::TraverseLambdaExpr(L);
    for (clang::Expr *Init : L->capture_inits()) // [n, m = n++]: there it is the variable itself
      TraverseStmt(Init);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) override {
    if (C->getCastKind() == CK_LValueToRValue)
      Reads.insert(C->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override { // behind what is around it
    Found |= R->getDecl()->getCanonicalDecl() == D && !Reads.count(R);
    return true;
  }
};
} // namespace

namespace {
/// What changes a local variable: assignments in its function itself, and answers of OpenCL's queries.
struct Settings : FurtherUses {
  using FurtherUses::FurtherUses;
  std::set<const clang::Expr *> Plain;     ///< names of the variable that are set there and then
  std::vector<const clang::Expr *> Others; ///< all further uses
  std::vector<const clang::Stmt *> Loops;
  bool Jumps = false;
  unsigned InLambda = 0;

  bool TraverseLambdaExpr(LambdaExpr *L) override {
    ++InLambda;
    const bool More = FurtherUses::TraverseLambdaExpr(L);
    --InLambda;
    return More;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override { return true; } // sizeof
  void set(const clang::Expr *X) {
    if (X = X->IgnoreParens(); isa<DeclRefExpr>(X) && !InLambda)
      Plain.insert(X);
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      set(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      set(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) override {
    if (const ApiCall A = apiCall(C); A.Row && A.Row->Effect.Asks)
      for (const clang::Expr *A : C->arguments())
        if (auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenCasts()); U && U->getOpcode() == UO_AddrOf)
          set(U->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (R->getDecl()->getCanonicalDecl() == D && !Reads.count(R))
      Others.push_back(R);
    return true;
  }
  bool VisitStmt(clang::Stmt *S) override {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      Loops.push_back(S);
    Jumps |= isa<LabelStmt>(S);
    return true;
  }
};
} // namespace

bool ProgramIndex::changesOnlyBefore(const VarDecl *D, SourceLocation Where) const {
  auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!F || !F->hasBody() || !D->isLocalVarDeclOrParm() || D->isStaticLocal() || D->getType()->isReferenceType() ||
      D->getType().isVolatileQualified())
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  Settings U(D);
  U.TraverseStmt(F->getBody());
  auto Before = [&](SourceLocation A, SourceLocation B) {
    return SM.isBeforeInTranslationUnit(SM.getExpansionLoc(A), SM.getExpansionLoc(B));
  };
  auto In = [&](SourceLocation L, const clang::Stmt *Loop) {
    return !Before(L, Loop->getBeginLoc()) && Before(L, Loop->getEndLoc());
  };
  if (U.Jumps)
    return false;
  for (const clang::Expr *X : U.Others) {
    if (!U.Plain.count(X) || (!Before(X->getBeginLoc(), Where) && !planted("set-before")))
      return false;
    // In a loop the next round changes it behind that place.
    for (const clang::Stmt *Loop : U.Loops)
      if (In(X->getBeginLoc(), Loop) && In(Where, Loop) && !In(D->getLocation(), Loop))
        return false;
  }
  return true;
}

bool ProgramIndex::neverChanges(const VarDecl *D) const {
  if (D->getType().isConstQualified())
    return true;
  auto *F = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!F || !F->hasBody() || !D->isLocalVarDeclOrParm())
    return false;
  auto [It, New] = Unchanging.try_emplace(D, false);
  if (New) {
    FurtherUses U(D);
    U.TraverseStmt(F->getBody());
    It->second = !U.Found || (!castsConstAway(D->getType()) && !mayBeMutated(*F->getBody(), D, Ctx));
  }
  return It->second;
}

bool ProgramIndex::leadsTo(const FunctionDecl *F, const FunctionDecl *To, bool Itself) const {
  std::set<const FunctionDecl *> Met;
  std::vector<const FunctionDecl *> Next = {definitionOf(F)};
  auto Overrides = [&](const FunctionDecl *By) {
    auto *M = dyn_cast<CXXMethodDecl>(By);
    return M && llvm::any_of(M->overridden_methods(), [&](auto *O) { return definitionOf(O) == definitionOf(F); });
  };
  while (!Next.empty()) {
    const FunctionDecl *At = Next.back();
    Next.pop_back();
    if (At == definitionOf(To))
      return true;
    auto It = CallGraph.find(At);
    if (!Met.insert(At).second || It == CallGraph.end())
      continue;
    const bool Alone = Itself && At == definitionOf(F) && !It->second.count(At);
    llvm::copy_if(It->second, std::back_inserter(Next), [&](auto *Called) { return !(Alone && Overrides(Called)); });
  }
  return false;
}

} // namespace persistify::host
