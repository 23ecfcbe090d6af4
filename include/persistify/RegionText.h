//===- persistify/RegionText.h - regions as text ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a stage hands to the next one, for people to read and for tests to write.
// docs/region-text.md is the grammar.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_REGIONTEXT_H
#define PERSISTIFY_REGIONTEXT_H

#include "persistify/Region.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace persistify {

/// How a region is printed.
struct RegionTextForm {
  /// Nothing is lost. Else what only the host's text is made with is left out: columns and offsets, the order in which
  /// objects are bound, names that the host's declarations are compared by.
  bool Full = true;
  /// Lines to stand, as comments, in front of a statement.
  llvm::function_ref<std::vector<std::string>(const Stmt &)> Notes = nullptr;
  /// Lines to stand, as comments, in front of the body.
  std::vector<std::string> Head;
};

/// The text of a region, with an end of line.
std::string regionText(const Region &R, const RegionTextForm &Form = {});

/// An expression as regionText() writes it, with the names of \p R.
std::string exprText(const Region &R, const ExprP &E);

/// Reads one region. On failure it is null, and \p Error says what is wrong and where: "NAME:LINE:COLUMN: ...".
/// \p Line: of NAME, at which \p Text begins. DistinctHint::From is null: a text has no hints.
std::unique_ptr<Region> parseRegion(llvm::StringRef Text, llvm::StringRef Name, std::string &Error, unsigned Line = 1);

/// Where two regions differ first, in words; empty if they are equal. Two hints count as one.
std::string regionDifference(const Region &A, const Region &B);

} // namespace persistify

#endif // PERSISTIFY_REGIONTEXT_H
