//===- AlgorithmCall.h - one call of an algorithm over elements ---------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_ALGORITHMCALL_H
#define PERSISTIFY_LIB_HOST_ALGORITHMCALL_H

#include "library/Algorithms.h"
#include <deque>

namespace persistify::host {

/// Interprets one call of an algorithm that goes through its elements once, one after the other: the loop that the standard
/// describes.
class AlgorithmCall : LoweringPart {
public:
  AlgorithmCall(const LoweringPart &Of, const library::Row &Row, const clang::CallExpr *C)
      : LoweringPart(Of), C(C), Rg(C->getSourceRange()), Row(Row), What(Row.What) {}

  /// What it returns; nothing if it has no model.
  std::optional<Value> result();
  /// Whether \p Count elements from \p A on are those from \p B on.
  ExprP same(const Place &A, const Place &B, const ExprP &Count);

private:
  using Range = Algorithms::Range;
  using Callable = Algorithms::Callable;
  using Operand = Algorithms::Operand;

  /// Folds something of each element: sums, products, counts.
  std::optional<Value> fold();
  /// The first element for which something holds, or does not hold.
  std::optional<Value> firstWhere();
  /// The first of the largest (smallest) ones; of both the last of the largest.
  std::optional<Value> best();
  /// A function object for each element.
  std::optional<Value> forEach();
  /// Sets each element, or those for which something holds.
  std::optional<Value> transform();
  /// One value in all of them.
  std::optional<Value> fill();
  /// A value and those behind it.
  std::optional<Value> iota();
  /// The first element that is less than the one before it.
  std::optional<Value> sortedUntil();
  /// Into, or in exchange with, another range.
  std::optional<Value> copy();
  /// Running sums.
  std::optional<Value> scan();

  /// Its elements, from its first two arguments. False: it has no model, or was refused.
  bool findElements(std::optional<Value> &Answer);
  std::optional<Range> elementRange(const clang::Expr *First, const clang::Expr *Last);
  /// Does something for 0 <= i < Count; it may leave the loop (breakStmt).
  void forElements(const ExprP &Count, llvm::function_ref<void(const ExprP &)> Do);
  /// Whether what was lowered since does more than compute in variables of the region's own.
  bool actsSince(size_t From) const;

  bool is(std::initializer_list<library::Does> Some) const { return llvm::is_contained(Some, What); }
  const clang::Expr *arg(unsigned I) const { return C->getArg(I); }
  Place element(const ExprP &I) { return places().advance(Of.First, I, Rg); }
  /// There is no model of this use of it.
  std::optional<Value> unknown();
  /// The scalar at P.
  ExprP scalarAt(const Place &P);
  /// Argument I, a scalar, as it is now.
  ExprP scalar(unsigned I);
  /// The elements of another range that starts at argument I.
  Place other(unsigned I);
  /// A function object in argument I; none, if there is no such argument.
  const Callable *function(unsigned I);
  ExprP call(const Callable &F, std::initializer_list<Operand> Ops);
  void set(const Place &P, const ExprP &V);
  /// A pointer to element I.
  std::optional<Value> pointerTo(const ExprP &I);
  /// How many bytes its elements have.
  ExprP bytes() const;

  const clang::CallExpr *C;
  clang::SourceRange Rg;
  const library::Row &Row;
  library::Does What;
  Range Of;
  std::deque<Callable> Calls; ///< stay where they are
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ALGORITHMCALL_H
