//===- persistify/Identity.h - copied host text means what it meant --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that stands in place of a loop holds text of the program: copies of the
// statements with which the loop is left, and names of objects, types and functions.
// Scopes, macros and overloads may make it mean something else there. So the output is
// parsed, and each piece is compared with what it was made from.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_IDENTITY_H
#define PERSISTIFY_IDENTITY_H

#include "persistify/Region.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace persistify {

/// What means something else than it should.
struct OtherMeaning {
  SourceRange At;   ///< in the program
  std::string What; ///< "'x' is another variable there"
};

/// The code of regions in a parsed output, found by one walk over it.
class OutputCode {
public:
  explicit OutputCode(clang::ASTContext &Output);
  ~OutputCode();
  /// The first piece of text of the region \p Entry that means something else in the output, the
  /// host file with the region's code in it, than in the program. None if all is as it was. What
  /// is not known counts as something else.
  std::optional<OtherMeaning> otherMeaning(const Region &R, llvm::StringRef Entry) const;

private:
  struct Blocks;
  clang::ASTContext &Output;
  std::unique_ptr<Blocks> All;
};

} // namespace persistify

#endif // PERSISTIFY_IDENTITY_H
