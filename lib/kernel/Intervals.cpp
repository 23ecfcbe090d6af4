//===- lib/kernel/Intervals.cpp --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Intervals.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {

void Intervals::build() {
  Built = true;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd(); // every expression is an element of its own
  Graph = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph)
    for (unsigned I = 0; I < B->size(); ++I)
      if (auto S = (*B)[I].getAs<CFGStmt>())
        Places[S->getStmt()] = {B, I};
}

/// Whether an element that satisfies \p Target follows \p From with no barrier and nothing of \p Past between.
bool Intervals::reaches(Place From, bool OfGroups, llvm::function_ref<bool(const Expr *)> Target,
                        llvm::function_ref<bool(const Expr *)> Past) {
  std::set<const CFGBlock *> Seen;
  std::vector<Place> Work = {{From.Block, From.Index + 1}};
  while (!Work.empty()) {
    Place At = Work.back();
    Work.pop_back();
    bool Cut = false;
    for (unsigned I = At.Index; I < At.Block->size() && !Cut; ++I) {
      auto S = (*At.Block)[I].getAs<CFGStmt>();
      const auto *E = S ? dyn_cast<Expr>(S->getStmt()) : nullptr;
      if (!E)
        continue;
      if (Target(E))
        return true;
      Cut = All.isOwnBarrier(E) || (!OfGroups && builtinOf(E) == Builtin::Barrier) || Past(E);
    }
    if (Cut)
      continue;
    for (const CFGBlock *Next : At.Block->succs())
      if (Next && Seen.insert(Next).second)
        Work.push_back({Next, 0});
  }
  return false;
}

/// The stores that may be to \p Where; false if one of them has no place in the graph.
bool Intervals::storesTo(const Roots &Where, std::set<const Stmt *> &Stores) {
  for (const MemoryAccess &A : All.accesses().of(F).Accesses) {
    if (!A.Writes)
      continue;
    bool Same = A.Where.Unknown;
    for (unsigned P : A.Where.Params)
      Same |= Where.Params.count(P) != 0;
    for (const VarDecl *V : A.Where.Objects)
      Same |= Where.Objects.count(V) != 0;
    if (!Same)
      continue;
    if (!A.E || !Places.count(A.E))
      return false;
    Stores.insert(A.E);
  }
  return true;
}

bool Intervals::stable(const Expr *At, const Roots &Where, bool OfGroups) {
  if (!Built)
    build();
  std::set<const Stmt *> Stores;
  if (!Graph || !Places.count(At) || !storesTo(Where, Stores))
    return false;
  auto isStore = [&](const Expr *E) { return Stores.count(E) != 0; };
  if (reaches(Places[At], OfGroups, isStore))
    return false;
  for (const Stmt *S : Stores)
    if (reaches(Places[S], OfGroups, [&](const Expr *E) { return E == At; }))
      return false;
  return true;
}

Intervals::Element Intervals::elementOf(const Expr *L) const {
  L = L->IgnoreParens();
  const Expr *Base = nullptr;
  Element E;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(L)) {
    Expr::EvalResult Index;
    if (!A->getIdx()->EvaluateAsInt(Index, F->getASTContext()) || Index.Val.getInt().isNegative())
      return {};
    E.Index = Index.Val.getInt().getZExtValue();
    Base = A->getBase()->IgnoreParenImpCasts();
  } else if (const auto *U = dyn_cast<UnaryOperator>(L); U && U->getOpcode() == UO_Deref) {
    Base = U->getSubExpr()->IgnoreParenImpCasts();
  }
  const auto *R = dyn_cast<DeclRefExpr>(Base ? Base : L);
  E.V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!E.V || !L->getType()->isIntegerType())
    return {};
  if (!Base || E.V->getType()->isArrayType())
    return E.V->getType().getAddressSpace() == LangAS::opencl_local ? E : Element{};
  // A pointer that always points to where it was given.
  bool Set = anyOf(F->getBody(), [&](const Stmt *S) {
    const Expr *To = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      To = B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(S);
             U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf))
      To = U->getSubExpr();
    const auto *P = To ? dyn_cast<DeclRefExpr>(To->IgnoreParenCasts()) : nullptr;
    return P && P->getDecl() == E.V;
  });
  return isa<ParmVarDecl>(E.V) && !Set ? E : Element{};
}

bool Intervals::storedByEach(const Expr *At, const Roots &Where) {
  if (!Built)
    build();
  std::set<const Stmt *> Stores;
  const auto *Load = dyn_cast<CastExpr>(At);
  if (!Load || !F->hasAttr<OpenCLKernelAttr>() || !Graph || !Places.count(At) || !storesTo(Where, Stores))
    return false;
  const Element Here = elementOf(Load->getSubExpr());
  if (!Here.V || reaches(Places[At], /*OfGroups=*/false, [&](const Expr *E) { return Stores.count(E) != 0; }))
    return false;
  auto isLoad = [&](const Expr *E) { return E == At; };
  std::set<const Stmt *> Near; // those that the load may meet
  std::optional<llvm::APSInt> Value;
  for (const Stmt *S : Stores) {
    if (!reaches(Places[S], /*OfGroups=*/false, isLoad))
      continue;
    const auto *B = dyn_cast<BinaryOperator>(S);
    Expr::EvalResult Stored;
    if (!B || B->getOpcode() != BO_Assign || !(elementOf(B->getLHS()) == Here) ||
        !B->getRHS()->EvaluateAsInt(Stored, F->getASTContext()))
      return false;
    if (Value && !llvm::APSInt::isSameValue(*Value, Stored.Val.getInt()))
      return false;
    Value = Stored.Val.getInt();
    Near.insert(S);
  }
  auto isNear = [&](const Expr *E) { return Near.count(E) != 0; };
  // A way without such a store would read what another item may not have stored yet.
  auto mixed = [&](Place From) { return reaches(From, false, isNear) && reaches(From, false, isLoad, isNear); };
  for (const auto &[S, Begin] : Places)
    if (const auto *E = dyn_cast<Expr>(S);
        E && (All.isOwnBarrier(E) || builtinOf(E) == Builtin::Barrier) && mixed(Begin))
      return false;
  return !mixed({&Graph->getEntry(), 0});
}

} // namespace persistify::kernel
