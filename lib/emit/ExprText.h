//===- ExprText.h - region expressions as OpenCL C ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_EXPRTEXT_H
#define PERSISTIFY_LIB_EMIT_EXPRTEXT_H

#include "persistify/Region.h"
#include <functional>

namespace persistify::emit {

/// OpenCL C type of the host type's width and signedness (rule H3).
std::string typeName(ScalarType T);
/// The value of type \p T that has these bits, which are an integer.
std::string fromBits(ScalarType T, const std::string &Bits);
/// The bits of a value of type \p T as an integer.
std::string bitsOf(ScalarType T, const std::string &Value);

/// Expressions with the host's semantics: signed arithmetic is done unsigned and
/// cast back, float division in double (OpenCL's may be off by 2.5 ulp).
class ExprText {
public:
  /// Text of variable V, or of its element (index null: not an array).
  using VarText = std::function<std::string(unsigned V, const ExprP &Index)>;
  explicit ExprText(VarText Var) : Var(std::move(Var)) {}
  std::string operator()(const ExprP &E) const { return text(*E); }
  /// As a condition: without redundant parentheses.
  std::string condition(const ExprP &E) const;
  /// The value's bits as an unsigned integer of its width.
  std::string bits(const ExprP &E) const;

private:
  std::string text(const Expr &E) const;
  std::string asUnsigned(const Expr &E, unsigned Bits) const;
  VarText Var;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_EXPRTEXT_H
