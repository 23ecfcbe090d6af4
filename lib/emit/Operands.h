//===- Operands.h - what statements of a persistent kernel name -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_OPERANDS_H
#define PERSISTIFY_LIB_EMIT_OPERANDS_H

#include "ExprText.h"
#include "KernelNames.h"

namespace persistify::emit {

/// Variables, handles and expressions of a region as a persistent kernel writes them.
class Operands {
public:
  Operands(const Plan &P, const KernelNames &Names)
      : P(P), R(*P.R), Names(Names), X([this](unsigned V, const ExprP &Index) { return variable(V, Index); }) {}
  Operands(const Operands &) = delete; // X refers to it

  std::string operator()(const ExprP &E) const { return X(E); }
  /// An expression as a condition: without redundant parentheses.
  std::string condition(const ExprP &E) const { return X.condition(E); }
  /// Its bits as an unsigned integer of its width.
  std::string bits(const ExprP &E) const { return X.bits(E); }
  /// Variable \p V, or its element (\p Index null: not an array).
  std::string variable(unsigned V, const ExprP &Index) const;
  /// A handle variable or its element, or none.
  std::string handle(const Handle &H) const;
  /// Element Index of Name_0, Name_1 ...: small arrays are single variables,
  /// because PoCL mistakes dynamically indexed private arrays.
  std::string pick(const std::string &Name, uint64_t Count, const ExprP &Index) const;
  /// The greater ("max") or smaller one ("min") of two values, also where the program has a function of that name itself.
  std::string extreme(llvm::StringRef Name, const std::string &A, const std::string &B) const;

private:
  const Plan &P;
  const Region &R;
  const KernelNames &Names;
  ExprText X;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_OPERANDS_H
