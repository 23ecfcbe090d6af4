//===- lib/kernel/AcrossGroups.cpp -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AcrossGroups.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {

static llvm::StringRef queryName(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E);
  return C && isIdQuery(builtinOf(C)) ? C->getDirectCallee()->getName() : llvm::StringRef();
}
bool asksWhichGroup(const Expr *E) {
  llvm::StringRef N = queryName(E);
  return N == "get_group_id" || N == "get_global_id" || N == "get_global_linear_id";
}
bool asksHowManyGroups(const Expr *E) {
  llvm::StringRef N = queryName(E);
  return N == "get_num_groups" || N == "get_global_size";
}

AcrossGroups::AcrossGroups(const FunctionDecl *F, const CallTree &Tree, bool Sizes) : Tree(Tree), Sizes(Sizes) {
  collect(F->getBody(), {});
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const Assignment &A : Assignments)
      if (!Different.count(A.V) && (A.Always || llvm::any_of(A.From, [&](const Expr *E) { return E && differs(E); })))
        Grown |= Different.insert(A.V).second;
  }
}

bool AcrossGroups::differs(const Expr *E) const {
  return anyOf(E, [&](const Stmt *S) { return differsHere(S); });
}

bool AcrossGroups::differsHere(const Stmt *S) const {
  if (const auto *R = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return V && Different.count(V);
  }
  // What others of the group leave in local memory is followed by variable only.
  if (const auto *K = dyn_cast<CastExpr>(S); K && K->getCastKind() == CK_LValueToRValue)
    return K->getSubExpr()->getType().getAddressSpace() == LangAS::opencl_local && !variableOf(K->getSubExpr());
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  Builtin B = builtinOf(E);
  if (isAtomic(B) || B == Builtin::SubGroup || B == Builtin::GroupCollective || asksWhichGroup(E) ||
      (Sizes && asksHowManyGroups(E)))
    return true;
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
  if (!G)
    return B == Builtin::None && C; // a function that nobody shows
  for (const FunctionDecl *Below : Tree.below(G))
    for (const FunctionFacts::BuiltinCall &X : Tree.facts(Below).Builtins)
      if (isAtomic(X.Kind) || asksWhichGroup(X.E) || (Sizes && asksHowManyGroups(X.E)))
        return true;
  return Tree.facts(G).LocalAccess != nullptr;
}

/// Whether \p S leaves the loop that it stands in, or the function; the conditions
/// that decide go to \p To.
static bool exits(const Stmt *S, bool OwnLoop, std::vector<const Expr *> &To) {
  if (!S || isa<Expr>(S))
    return false;
  if (isa<ReturnStmt>(S) || (OwnLoop && isa<BreakStmt, ContinueStmt>(S)))
    return true;
  bool Any = false;
  for (const Stmt *Child : S->children())
    Any |= exits(Child, OwnLoop && !isa<ForStmt, WhileStmt, DoStmt>(S), To);
  if (const auto *I = dyn_cast<IfStmt>(S); I && Any)
    To.push_back(I->getCond());
  else if (const auto *W = dyn_cast<SwitchStmt>(S); W && Any)
    To.push_back(W->getCond());
  else if (const auto *L = dyn_cast<ForStmt>(S); L && Any && L->getCond())
    To.push_back(L->getCond());
  else if (const auto *L = dyn_cast<WhileStmt>(S); L && Any)
    To.push_back(L->getCond());
  return Any;
}

void AcrossGroups::collect(const Stmt *S, std::vector<const Expr *> Under) {
  if (!S)
    return;
  auto Add = [&](const VarDecl *V, std::vector<const Expr *> From, bool Always = false) {
    if (!V)
      return;
    From.insert(From.end(), Under.begin(), Under.end());
    Assignments.push_back({V, std::move(From), Always});
  };
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        Add(V, {V->getInit()});
  } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    Add(variableOf(B->getLHS()), {B->getRHS(), B->getLHS()});
  } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp())
      Add(variableOf(U->getSubExpr()), {});
    else if (U->getOpcode() == UO_AddrOf)
      Add(variableOf(U->getSubExpr()), {}, true);
  } else if (const auto *K = dyn_cast<CastExpr>(S); K && K->getCastKind() == CK_ArrayToPointerDecay) {
    if (const VarDecl *V = variableOf(K->getSubExpr()); V && V->getType()->isArrayType())
      Add(V, {}, true); // whoever gets the pointer writes it
  } else if (isa<GotoStmt, IndirectGotoStmt>(S)) {
    Unknown = true;
  }

  const Expr *Cond = conditionOf(S);
  if (const auto *Q = dyn_cast<ConditionalOperator>(S))
    Cond = Q->getCond();
  else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
    Cond = B->getLHS();
  if (Cond)
    Under.push_back(Cond);
  if (isa<ForStmt, WhileStmt, DoStmt>(S)) // what decides about leaving it decides about the rest
    for (const Stmt *Child : S->children())
      exits(Child, true, Under);
  for (const Stmt *Child : S->children())
    collect(Child, Under);
}

} // namespace persistify::kernel
