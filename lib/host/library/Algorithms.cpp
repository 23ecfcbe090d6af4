//===- Algorithms.cpp - algorithms over the elements of arrays ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that change their places, and steps of iterators; the others are in AlgorithmCall.cpp.
//
//===----------------------------------------------------------------------===//
#include "interpreter/Expressions.h"
#include "library/AlgorithmCall.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"

using namespace clang;

namespace persistify::host {

using library::Does;

std::optional<Value> Algorithms::stepOrDistance(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const bool Two = C->getNumArgs() == 2;
  Value A = containers().operand(C->getArg(0)), B;
  if (What == Does::Distance) {
    B = ok() ? containers().operand(C->getArg(1)) : Value();
    auto X = ok() ? exprs().withinArray(BO_Sub, B, A) : std::nullopt;
    return X ? std::optional(Value::scalar(*X)) : std::nullopt;
  }
  if (!ok() || A.K != Value::Pointer)
    return std::nullopt;
  const bool Next = What == Does::NextOf;
  if (!Two)
    return Value::pointer(places().advance(A.P, constant({ScalarType::Signed, 64}, Next ? 1 : ~uint64_t(0)), Rg));
  ExprP By = exprs().scalar(C->getArg(1));
  if (!ok() || !By)
    return std::nullopt;
  return Value::pointer(places().advance(A.P, Next ? By : unary(Expr::Neg, By), Rg));
}

std::optional<Value> Algorithms::algorithm(const library::Row &Row, const clang::CallExpr *C) {
  const Does What = Row.What;
  if (What < Does::Rotate || !C->getDirectCallee())
    return std::nullopt;
  if (What == Does::Rotate || What == Does::Reverse)
    return rearranged(What, C);
  if (What == Does::NextOf || What == Does::PreviousOf || What == Does::Distance)
    return stepOrDistance(What, C);
  return AlgorithmCall(*this, Row, C).result();
}

std::optional<Value> Algorithms::rearranged(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  std::vector<Place> Els, Middle;
  const bool Rotate = What == Does::Rotate;
  if (C->getNumArgs() != (Rotate ? 3u : 2u))
    return std::nullopt;
  if (!containers().elementsBetween(C->getArg(0), C->getArg(Rotate ? 2 : 1), Els) ||
      (Rotate && !containers().elementsBetween(C->getArg(0), C->getArg(1), Middle))) {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(C->getArg(0))});
    return Value();
  }
  std::vector<Place> Old;
  for (const Place &P : Els) {
    Old.push_back(places().temporary(P.T, "old"));
    if (ok())
      leaves().store(Old.back(), leaves().load(P, Rg), Rg);
  }
  size_t Size = Els.size(), By = Rotate ? Middle.size() : 0;
  for (size_t I = 0; I < Size && ok(); ++I)
    leaves().store(Els[I], leaves().load(Old[Rotate ? (I + By) % Size : Size - 1 - I], Rg), Rg);
  return Value();
}

} // namespace persistify::host
