//===- Strings.h - strings that the loop assigns -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_STRINGS_H
#define PERSISTIFY_LIB_HOST_STRINGS_H

#include "LoweringPart.h"

namespace persistify::host {

class Strings : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  struct Text {
    Place P;
    unsigned Number = 0; ///< variable with the number of the constant, from 1; 0: not assigned
    std::string Slot; ///< its text
    std::vector<std::string> Constants;
  };
  std::optional<Value> textFunction(library::Does What, const clang::CallExpr *C);
  bool storeText(const Place &P, const Value &V, clang::SourceRange R);
  void storeEither(const Place &P, const clang::Expr *X);
  Place character(const Value &V, const ExprP &Index, const clang::Expr *X, llvm::StringRef Spelled);
  std::optional<Value> laterCharacters(const Value &V, const ExprP &Delta);
  void commitTexts();
  std::map<std::string, Text> Texts; ///< by leaf key
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_STRINGS_H
