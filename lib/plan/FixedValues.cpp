//===- FixedValues.cpp - what stays the same in a region -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {

bool identical(const ExprP &A, const ExprP &B) {
  if (!A || !B || A == B)
    return A == B;
  return A->O == B->O && A->T == B->T && A->Bits == B->Bits && A->V == B->V && A->Name == B->Name &&
         llvm::equal(A->Args, B->Args, identical);
}

FixedValues::FixedValues(const Region &R) : R(R) {
  forEachStmt(R.Body, [&](const Stmt &S) {
    if (!S.setsVar())
      return;
    Assigned.insert(S.Var);
    const bool Known = S.K == Stmt::Assign && (!S.Index || S.Index->O == Expr::Const);
    auto [It, New] = Values[S.Var].try_emplace(Known && S.Index ? S.Index->Bits : 0, S.E);
    if (!New)
      It->second = nullptr;
    if (!Known)
      Elsewhere.insert(S.Var);
  });
}

/// A local of the region, or an element of one, that is assigned at one place is a name for
/// that value, if that is fixed itself: it is not read before.
ExprP FixedValues::named(const Expr &E) const {
  const bool Element = !E.Args.empty();
  auto It = Values.find(E.V);
  if (E.O != Expr::Var || R.Vars[E.V].Slot >= 0 || R.Vars[E.V].IsArray != Element || Elsewhere.count(E.V) ||
      It == Values.end() || (Element && E.Args[0]->O != Expr::Const))
    return nullptr;
  auto Is = It->second.find(Element ? E.Args[0]->Bits : 0);
  return Is == It->second.end() ? nullptr : Is->second;
}

ExprP FixedValues::resolve(ExprP E) const {
  for (unsigned Steps = 0; E && Steps < 8; ++Steps)
    if (ExprP Is = named(*E))
      E = Is;
    else
      break;
  return E;
}

bool FixedValues::same(const ExprP &A0, const ExprP &B0, unsigned Depth) const {
  if (!A0 || !B0)
    return !A0 && !B0;
  ExprP A = resolve(A0), B = resolve(B0);
  if (Depth == 0 || A->O != B->O || A->T != B->T || A->Bits != B->Bits || A->Name != B->Name ||
      A->Args.size() != B->Args.size())
    return false;
  if (A->O == Expr::Var && (A->V != B->V || Assigned.count(A->V)))
    return false;
  for (size_t I = 0; I < A->Args.size(); ++I)
    if (!same(A->Args[I], B->Args[I], Depth - 1))
      return false;
  return true;
}

ExprP FixedValues::substituted(const ExprP &E0) const {
  auto E = std::make_shared<Expr>(*resolve(E0));
  for (ExprP &A : E->Args)
    A = substituted(A);
  return E;
}

/// Whether computing it where the program does not may fail: a division, or an
/// element that there may not be.
static bool mayFail(const ExprP &E) {
  if ((E->O == Expr::Div || E->O == Expr::Rem) && E->T.isInteger() && E->Args[1]->O != Expr::Const)
    return true;
  if (E->O == Expr::Var && !E->Args.empty() && E->Args[0]->O != Expr::Const)
    return true;
  return llvm::any_of(E->Args, mayFail);
}

ExprP FixedValues::onEntry(const ExprP &E) const {
  ExprP Is = same(E, E) ? substituted(E) : nullptr;
  return Is && !mayFail(Is) ? Is : nullptr;
}

bool FixedValues::sameItems(const Stmt &A, const Stmt &B) const {
  auto Plain = [](const Stmt &S) {
    return S.K == Stmt::Launch && S.Dim == 1 &&
           (!S.Offset[0] || (S.Offset[0]->O == Expr::Const && S.Offset[0]->Bits == 0));
  };
  return Plain(A) && Plain(B) && same(A.Global[0], B.Global[0]);
}

} // namespace persistify::plan
