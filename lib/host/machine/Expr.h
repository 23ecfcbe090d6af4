//===- Expr.h - building and folding region expressions ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builders fold integer constants with the host's exact semantics, so that
// conditions on OpenCL status codes (which are CL_SUCCESS on the device, rule
// H4) disappear together with the error paths behind them.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_EXPR_H
#define PERSISTIFY_LIB_HOST_EXPR_H

#include "persistify/Region.h"
#include <optional>

namespace persistify::host {

ExprP constant(ScalarType T, uint64_t Bits);
ExprP variable(unsigned V, ScalarType T, ExprP Index = nullptr);
ExprP castTo(ScalarType T, ExprP E);
ExprP unary(Expr::Op O, ExprP E);
ExprP binary(Expr::Op O, ExprP A, ExprP B);
/// An operator after the usual conversions of its operands.
ExprP usually(Expr::Op O, const ExprP &A, const ExprP &B);
ExprP conditional(ExprP C, ExprP A, ExprP B);
ExprP math(std::string Name, ScalarType T, std::vector<ExprP> Args);

inline ScalarType intType() { return {ScalarType::Signed, 32}; }
inline ScalarType sizeType() { return {ScalarType::Unsigned, 64}; }
inline ScalarType boolType() { return {ScalarType::Bool, 8}; }

/// Value of an integer constant, sign- or zero-extended by its type.
std::optional<uint64_t> constantValue(const ExprP &E);
/// Truth of a constant expression.
std::optional<bool> truth(const ExprP &E);
bool same(const ExprP &A, const ExprP &B);
/// The bits of X as a T of the same size; null if they are no whole words.
ExprP bitsOf(const ExprP &X, ScalarType T);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXPR_H
