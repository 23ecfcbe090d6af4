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

/// Strings that the loop assigns: which of its constants each holds.
class Strings : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// A string that the loop assigns.
  struct Text {
    Place P;
    unsigned Number = 0; ///< variable with the number of the constant, from 1; 0: not assigned
    std::string Slot; ///< its text
    std::vector<std::string> Constants;
  };

  /// How long a constant text is, and whether two are the same: how far other ones are apart is the library's affair.
  std::optional<Value> textFunction(library::Does What, const clang::CallExpr *C);
  /// Stores a constant text in the outside leaf P. False if P or V is something else.
  bool storeText(const Place &P, const Value &V, clang::SourceRange R);
  /// No value is one text or another: the branches of what = a ? "x" : "y" assign.
  void storeEither(const Place &P, const clang::Expr *X);
  /// The character of the constant text V that X designates; an object of its own, as texts do not change.
  Place character(const Value &V, const ExprP &Index, const clang::Expr *X, llvm::StringRef Spelled);
  /// The constant text V from its character Delta on. Nothing before it is reached from there.
  std::optional<Value> laterCharacters(const Value &V, const ExprP &Delta);
  /// Behind the region the variables get what they were given last.
  void commitTexts();

  std::map<std::string, Text> Texts; ///< by leaf key
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_STRINGS_H
