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

Intervals::Intervals(const FunctionDecl *F, UniformAnalysis &All) : F(F), All(All), Graph(All.tree().flow(F)) {}

/// Whether an element that satisfies \p Target follows \p From with no barrier and nothing of \p Past between.
bool Intervals::reaches(Flow::Place From, bool OfGroups, llvm::function_ref<bool(const Expr *)> Target,
                        llvm::function_ref<bool(const Expr *)> Past) {
  return Flow::reaches(From, Target, [&](const Expr *E) {
    return All.isOwnBarrier(E) || (!OfGroups && builtinOf(E) == Builtin::Barrier) || Past(E);
  });
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
    if (!A.E || !Graph.find(A.E).Block)
      return false;
    Stores.insert(A.E);
  }
  return true;
}

bool Intervals::stable(const Expr *At, const Roots &Where, bool OfGroups) {
  std::set<const Stmt *> Stores;
  if (!Graph.complete() || !Graph.find(At).Block || !storesTo(Where, Stores))
    return false;
  auto isStore = [&](const Expr *E) { return Stores.count(E) != 0; };
  if (reaches(behind(At), OfGroups, isStore))
    return false;
  for (const Stmt *S : Stores)
    if (reaches(behind(S), OfGroups, [&](const Expr *E) { return E == At; }))
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
  std::set<const Stmt *> Stores;
  const auto *Load = dyn_cast<CastExpr>(At);
  if (!Load || !F->hasAttr<OpenCLKernelAttr>() || !Graph.complete() || !Graph.find(At).Block ||
      !storesTo(Where, Stores))
    return false;
  const Element Here = elementOf(Load->getSubExpr());
  if (!Here.V || reaches(behind(At), /*OfGroups=*/false, [&](const Expr *E) { return Stores.count(E) != 0; }))
    return false;
  auto isLoad = [&](const Expr *E) { return E == At; };
  std::set<const Stmt *> Near; // those that the load may meet
  std::optional<llvm::APSInt> Value;
  for (const Stmt *S : Stores) {
    if (!reaches(behind(S), /*OfGroups=*/false, isLoad))
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
  auto mixed = [&](Flow::Place From) { return reaches(From, false, isNear) && reaches(From, false, isLoad, isNear); };
  return !mixed({Graph.entry(), 0}) && !anyOf(F->getBody(), [&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    return E && (All.isOwnBarrier(E) || builtinOf(E) == Builtin::Barrier) && Graph.find(E).Block && mixed(behind(E));
  });
}

} // namespace persistify::kernel
