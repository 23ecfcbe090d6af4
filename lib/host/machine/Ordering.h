//===- Ordering.h - what operands do to each other -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_ORDERING_H
#define PERSISTIFY_LIB_HOST_ORDERING_H

#include "LoweringPart.h"

namespace persistify::host {

/// While it lives, what is done is done for X.
struct Evaluation {
  LoweringPart &L;
  Evaluation(LoweringPart &L, const clang::Expr *X);
  ~Evaluation();
};

/// Refuses operands whose order the language leaves open, where it matters.
class Ordering : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// An operand reads or writes \p P.
  void noteAccess(const Place &P, bool Write);
  /// A statement about one kernel.
  void noteKernel(const Stmt &S);
  /// A call of the API, but for kernel arguments and transfers to and from host memory.
  void noteCommand(const ApiCall &C);
  /// What one of two operands does to the other one.
  std::string conflictText(const Order::Conflict &C) const;

  /// The expressions that are being evaluated, and what their operands did.
  Order Operands;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ORDERING_H
