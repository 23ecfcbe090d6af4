//===- persistify/Frontend.h - parsing host files -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_FRONTEND_H
#define PERSISTIFY_FRONTEND_H

#include "persistify/Diagnostics.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace persistify {

/// Parses C or C++ text as the file \p Path. Errors go to \p Diags as
/// ParseError and make the result null.
std::unique_ptr<clang::ASTUnit> parseHost(const std::string &Path, const std::string &Text,
                                          const std::vector<std::string> &Flags,
                                          DiagnosticSink &Diags);

/// Where a generated #include belongs in a host file: behind the last
/// unconditional #include that stands in front of the text at \p Before.
unsigned includePosition(llvm::StringRef Text, unsigned Before);

/// Names in the #include "..." lines of a text.
std::vector<std::string> quotedIncludes(llvm::StringRef Text);

} // namespace persistify

#endif // PERSISTIFY_FRONTEND_H
