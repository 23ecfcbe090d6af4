//===- Algorithms.h - algorithms over elements of arrays, and functions of numbers -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_ALGORITHMS_H
#define PERSISTIFY_LIB_HOST_ALGORITHMS_H

#include "LoweringPart.h"
#include "machine/Places.h"

namespace persistify::host {

/// Interprets algorithms over ranges of elements, and functions of numbers.
class Algorithms : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct Range { ///< elements one behind the other
    Place First;
    ExprP Count;
  };
  /// What a function object is called with: an object, or a scalar's value.
  struct Operand {
    Place P;
    ExprP E;
    Operand(Place P) : P(std::move(P)) {}
    Operand(ExprP E) : E(std::move(E)) {}
  };
  /// A function object.
  struct Callable {
    std::vector<const clang::FunctionDecl *> Instances; ///< of one function
    std::optional<Place> This;
    std::optional<Expr::Op> Op; ///< one of the library's: this operator instead of a function
    clang::QualType In; ///< its operands' type, if it is not that of the values
  };

  /// The library's algorithms.
  std::optional<Value> algorithm(const library::Row &Row, const clang::CallExpr *C);
  /// Whether two vectors of numbers are the same, a == b or a != b; nothing if there is no model for these.
  std::optional<Value> sameVectors(const clang::CXXOperatorCallExpr *C);
  /// memcmp of numbers, where only whether they are the same is asked.
  std::optional<Value> sameBytes(library::Does What, const clang::CallExpr *C);
  /// Functions that count bits. Of 0 they give what those of <bit> give; the others may give anything.
  std::optional<Value> bitFunction(library::Does What, const clang::CallExpr *C); // Numbers.cpp
  /// atoi("42") and its like: what is written in the program.
  std::optional<Value> writtenNumber(library::Does What, const clang::CallExpr *C);
  /// std::gcd and std::lcm, and __gcd of GNU's library.
  std::optional<Value> divisorFunction(library::Does What, const clang::CallExpr *C);
  /// ldexp, scalbn and frexp, exact in double.
  std::optional<Value> exponentFunction(library::Does What, const clang::CallExpr *C);

private:
  /// std::next, prev and distance.
  std::optional<Value> stepOrDistance(library::Does What, const clang::CallExpr *C);
  /// Elements that change their places, all of them known.
  std::optional<Value> rearranged(library::Does What, const clang::CallExpr *C);
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ALGORITHMS_H
