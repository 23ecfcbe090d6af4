//===- persistify/Hints.h - what the user knows and no analysis can --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   #pragma persistify kernel(k, "step")   the handle k holds the kernel step
//   #pragma persistify distinct(a, b)      two buffers are different memory
//   #pragma persistify drop(f)             calls of f may be left out
//   #pragma persistify skip                leave this loop as it is
//   #pragma persistify force               take this loop although it only repeats
//
// and the same as options. Kernel names and distinctness are checked when the
// program runs. A pragma directly in front of a loop is about that nest;
// kernel and distinct elsewhere are about the whole file.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HINTS_H
#define PERSISTIFY_HINTS_H

#include "persistify/Diagnostics.h"
#include <string>
#include <vector>

namespace persistify {

struct Hint {
  enum class Kind { Kernel, Distinct, Drop, Skip, Force };
  Kind K = Kind::Skip;
  SourceRange Range;    ///< of a pragma; for an option invalid
  std::string Text;     ///< as written, for messages
  std::string A, B;     ///< handle and kernel; two buffers; function
  std::string File;     ///< Skip and Force by option: where the loop starts
  unsigned Line = 0;
  bool Default = false; ///< for a whole project: may have no effect here
  mutable bool Used = false;
};

/// Hints of one host file that are in force at some loop.
using HintRefs = std::vector<const Hint *>;

/// Whether \p Name, as a hint spells it, means the object \p Text of the
/// program: the same designation, or its last member.
bool hintNames(llvm::StringRef Name, llvm::StringRef Text);

/// The hints in the text of a pragma, behind "#pragma persistify". On an error
/// the result is false and \p Error says what is wrong.
bool parseHints(llvm::StringRef Text, std::vector<Hint> &To, std::string &Error);

} // namespace persistify

#endif // PERSISTIFY_HINTS_H
