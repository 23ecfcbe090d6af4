//===- ParseExpr.h - expressions in the text of a region --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_PARSEEXPR_H
#define PERSISTIFY_LIB_REGION_PARSEEXPR_H

#include "Tokens.h"
#include "persistify/Region.h"
#include "llvm/ADT/StringMap.h"

namespace persistify::region {

/// The numbers of what was declared, by the names in the text.
struct DeclaredNames {
  llvm::StringMap<unsigned> Vars, Handles, Kernels;
};

/// Reads expressions and handles, of what \p Names and \p R have.
class ExprParser {
public:
  ExprParser(Tokens &In, const DeclaredNames &Names, const Region &R) : In(In), Names(Names), R(R) {}
  ExprP expression();
  /// `_` is none.
  ExprP optional();
  /// `[INDEX]`, if it stands there.
  void index(ExprP &To);
  /// `(A, B, ...)`
  void values(std::vector<ExprP> &To);
  /// `%name`, `%name[INDEX]` or `null`.
  Handle handle();

private:
  ExprP binary(unsigned Least);
  ExprP unary();
  ExprP primary();
  ExprP constant(bool Negative);
  ExprP call();

  Tokens &In;
  const DeclaredNames &Names;
  const Region &R;
};

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_PARSEEXPR_H
