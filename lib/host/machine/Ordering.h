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

class Ordering : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Order Operands;
  void noteAccess(const Place &P, bool Write);
  void noteKernel(const Stmt &S);
  void noteCommand(const ApiCall &C);
  std::string conflictText(const Order::Conflict &C) const;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_ORDERING_H
