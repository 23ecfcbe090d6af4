//===- Diff.h - unified diffs ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_DIFF_H
#define PERSISTIFY_TOOL_DIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace persistify {

/// The change from \p Old to \p New as `diff -u` shows it; empty when equal.
std::string unifiedDiff(llvm::StringRef OldName, llvm::StringRef NewName, llvm::StringRef Old, llvm::StringRef New);

/// Length bytes at Offset are replaced by Text.
struct TextEdit {
  size_t Offset, Length;
  std::string Text;
};
/// Edits of whole lines that turn \p OldText into \p NewText, from front to back.
std::vector<TextEdit> lineEdits(llvm::StringRef OldText, llvm::StringRef NewText);

} // namespace persistify

#endif // PERSISTIFY_TOOL_DIFF_H
