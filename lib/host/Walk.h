//===- Walk.h - over the statements of a region --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_WALK_H
#define PERSISTIFY_LIB_HOST_WALK_H

#include "persistify/Region.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace persistify::host {

/// The statement lists inside S.
template <typename S, typename Fn> void forEachList(S &Stmt, Fn F) {
  F(Stmt.Before);
  F(Stmt.Next);
  F(Stmt.Body);
  F(Stmt.Else);
}

/// S and all statements inside, outer ones first.
template <typename L, typename Fn> void forEachStmt(L &List, Fn F) {
  for (auto &S : List) {
    F(S);
    forEachList(S, [&](auto &Inner) { forEachStmt(Inner, F); });
  }
}

/// The expressions that S itself (not a statement inside) evaluates.
inline void forEachOperand(const Stmt &S, llvm::function_ref<void(const ExprP &)> F) {
  auto One = [&](const ExprP &E) {
    if (E)
      F(E);
  };
  for (const ExprP *E : {&S.Index, &S.E, &S.Value, &S.H.Index, &S.H2.Index, &S.Arg.Size, &S.Arg.H.Index})
    One(*E);
  for (int I = 0; I < 3; ++I) {
    One(S.Offset[I]);
    One(S.Global[I]);
    One(S.Local[I]);
  }
  for (const ArgValue::Piece &P : S.Arg.Pieces)
    One(P.E);
  for (const ExprP &E : S.Values)
    One(E);
}

/// Variables that E reads.
inline void forEachVar(const ExprP &E, llvm::function_ref<void(unsigned)> F) {
  if (E->O == Expr::Var)
    F(E->V);
  for (const ExprP &A : E->Args)
    if (A)
      forEachVar(A, F);
}

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_WALK_H
