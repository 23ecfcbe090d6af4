//===- persistify/Stamp.h - how the tool knows its own output --------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every file that is generated, or an edited form of an input, carries one
// comment line that begins with StampPrefix. A file that has such a line is
// persistify's own output and is not transformed again.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_STAMP_H
#define PERSISTIFY_STAMP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace persistify {

/// A block comment, because hosts may be C89.
inline constexpr llvm::StringLiteral StampPrefix = "/* persistify-output: ";

/// The line (with its newline) for an output made from \p Input.
inline std::string stampLine(llvm::StringRef Input) { return (StampPrefix + "made from " + Input + " */\n").str(); }

/// True if a line of \p Text begins with the stamp.
inline bool hasStamp(llvm::StringRef Text) {
  for (size_t At = Text.find(StampPrefix); At != llvm::StringRef::npos; At = Text.find(StampPrefix, At + 1))
    if (At == 0 || Text[At - 1] == '\n')
      return true;
  return false;
}

} // namespace persistify

#endif // PERSISTIFY_STAMP_H
