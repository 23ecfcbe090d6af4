//===- DeadBehind.cpp - variables whose value nobody reads behind a loop ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By Clang's liveness of variables: none may be live where a block of the loop is followed by one that is not of it.
//
//===----------------------------------------------------------------------===//
#include "program/DeadBehind.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace persistify::host {

namespace {
/// Whether a variable is more than a name that statements of its own function read and assign.
struct NamedOtherwise : AstVisitor {
  const VarDecl *V;
  bool Found = false;
  explicit NamedOtherwise(const VarDecl *V) : V(V->getCanonicalDecl()) {}
  bool names(const clang::Expr *X) const {
    auto *R = dyn_cast<DeclRefExpr>(X->IgnoreParens());
    return R && R->getDecl()->getCanonicalDecl() == V;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    Found |= names(R) && R->refersToEnclosingVariableOrCapture();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    Found |= U->getOpcode() == UO_AddrOf && names(U->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) override {
    Found |= D->getType()->isReferenceType() && D->getInit() && names(D->getInit());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *C) override { // by reference
    for (const clang::Expr *X : C->arguments())
      Found |= X->isGLValue() && names(X);
    return true;
  }
  bool VisitStmt(clang::Stmt *S) override { // whose ways the flow that is looked at has not
    Found |= isa<CXXTryStmt, AsmStmt, IndirectGotoStmt>(S);
    return true;
  }
};
} // namespace

bool deadBehind(const VarDecl *V, const FunctionDecl *F, const clang::Stmt *Loop, ASTContext &Ctx) {
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || V->getDeclContext() != F || V->getType()->isReferenceType() ||
      V->getType().isVolatileQualified() || !F->getBody() || F->isDependentContext() || planted("live-behind"))
    return false;
  NamedOtherwise U(V);
  U.TraverseStmt(F->getBody());
  if (U.Found)
    return false;
  AnalysisDeclContextManager Manager(Ctx);
  AnalysisDeclContext *Of = Manager.getContext(F);
  Of->getCFGBuildOptions().setAllAlwaysAdd();
  const CFG *Flow = Of->getCFG();
  LiveVariables *Live = Flow ? Of->getAnalysis<LiveVariables>() : nullptr;
  if (!Live)
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  const clang::SourceRange Whole(SM.getExpansionLoc(Loop->getBeginLoc()), SM.getExpansionLoc(Loop->getEndLoc()));
  auto Inside = [&](const CFGBlock *B) {
    auto Within = [&](const clang::Stmt *S) {
      return S && SM.isPointWithin(SM.getExpansionLoc(S->getBeginLoc()), Whole.getBegin(), Whole.getEnd());
    };
    if (Within(B->getTerminatorStmt()) || Within(B->getLabel()))
      return true;
    return llvm::any_of(*B, [&](const CFGElement &E) {
      auto S = E.getAs<CFGStmt>();
      return S && Within(S->getStmt());
    });
  };
  for (const CFGBlock *B : *Flow)
    if (Inside(B) && Live->isLive(B, V) && llvm::any_of(B->succs(), [&](const CFGBlock::AdjacentBlock &S) {
          return S.getReachableBlock() && !Inside(S.getReachableBlock());
        }))
      return false;
  return true;
}

} // namespace persistify::host
