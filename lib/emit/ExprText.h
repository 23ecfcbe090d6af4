//===- ExprText.h - region expressions as OpenCL C ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_EMIT_EXPRTEXT_H
#define PERSISTIFY_LIB_EMIT_EXPRTEXT_H

#include "persistify/Region.h"
#include "llvm/ADT/ArrayRef.h"

namespace persistify::emit {

/// OpenCL C type of the host type's width and signedness (rule H3).
std::string typeName(ScalarType T);

/// Expressions with the host's semantics: signed arithmetic is done unsigned and
/// cast back, float division in double (OpenCL's may be off by 2.5 ulp).
class ExprText {
public:
  explicit ExprText(const std::vector<std::string> &VarNames) : Names(VarNames) {}
  std::string operator()(const ExprP &E) const { return text(*E); }
  /// As a condition: without redundant parentheses.
  std::string condition(const ExprP &E) const;
  /// The value's bits as an unsigned integer of its width.
  std::string bits(const ExprP &E) const;

private:
  std::string text(const Expr &E) const;
  const std::vector<std::string> &Names;
};

} // namespace persistify::emit

#endif // PERSISTIFY_LIB_EMIT_EXPRTEXT_H
