//===- DeadBehind.cpp - variables whose value nobody reads behind a loop ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By Clang's liveness of variables: none may be live where a block begins that is not of the loop, and follows one that is.
//
//===----------------------------------------------------------------------===//
#include "program/DeadBehind.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/AST/ParentMap.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace persistify::host {

namespace {
/// Whether a variable is more than a name that statements of its own function read and assign. What is not seen to be that
/// may be another name for it.
struct NamedOtherwise : AstVisitor {
  const VarDecl *V;
  const ParentMap &Parents;
  bool Found = false;
  NamedOtherwise(const VarDecl *V, const ParentMap &Parents) : V(V->getCanonicalDecl()), Parents(Parents) {}

  static bool isValueOf(const clang::Stmt *S) {
    auto *C = dyn_cast_or_null<CastExpr>(S);
    return C && (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_ToVoid);
  }
  /// Whether nobody keeps what the assignment \p X designates.
  bool dropped(const clang::Expr *X) const {
    const clang::Stmt *S = Parents.getParentIgnoreParens(const_cast<clang::Expr *>(X));
    if (!X->isGLValue() || isValueOf(S))
      return true;
    if (auto *B = dyn_cast_or_null<BinaryOperator>(S); B && B->getOpcode() == BO_Comma)
      return B->getLHS()->IgnoreParens() == X || dropped(B);
    return isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, SwitchCase, LabelStmt>(S);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    if (R->getDecl()->getCanonicalDecl() != V)
      return true;
    const clang::Stmt *S = Parents.getParentIgnoreParens(R);
    auto *B = dyn_cast_or_null<BinaryOperator>(S);
    auto *U = dyn_cast_or_null<UnaryOperator>(S);
    const bool Assigned =
        (B && B->isAssignmentOp() && B->getLHS()->IgnoreParens() == R) || (U && U->isIncrementDecrementOp());
    Found |= R->refersToEnclosingVariableOrCapture() || !(Assigned ? dropped(cast<clang::Expr>(S)) : isValueOf(S));
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
  AnalysisDeclContextManager Manager(Ctx);
  AnalysisDeclContext *Of = Manager.getContext(F);
  NamedOtherwise U(V, Of->getParentMap());
  U.TraverseStmt(F->getBody());
  if (U.Found && !planted("aliases-behind"))
    return false;
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
    if (Within(B->getTerminatorStmt()) || Within(B->getLabel()) || Within(B->getLoopTarget())) // the way back is empty
      return true;
    return llvm::any_of(*B, [&](const CFGElement &E) {
      auto S = E.getAs<CFGStmt>();
      return S && Within(S->getStmt());
    });
  };
  // The next trip may read it, where the way goes on in the loop.
  auto LiveAt = [&](const CFGBlock *B) {
    for (const CFGElement &E : *B)
      if (auto S = E.getAs<CFGStmt>())
        return Live->isLive(S->getStmt(), V);
    return Live->isLive(B, V);
  };
  for (const CFGBlock *B : *Flow)
    if (Inside(B) && llvm::any_of(B->succs(), [&](const CFGBlock::AdjacentBlock &S) {
          return S.getReachableBlock() && !Inside(S.getReachableBlock()) && LiveAt(S.getReachableBlock());
        }))
      return false;
  return true;
}

} // namespace persistify::host
