//===- Changed.h - which loops a change touches -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_CHANGED_H
#define PERSISTIFY_TOOL_CHANGED_H

#include "persistify/LoopReport.h"
#include <map>
#include <optional>

namespace persistify {

/// The lines that a unified diff adds or changes (--changed).
class ChangedLines {
public:
  /// Reads a diff, as `git diff` writes it; "-" is standard input. Nothing with an error in \p Sink.
  static std::optional<ChangedLines> read(llvm::StringRef File, DiagnosticSink &Sink);
  /// Whether one of the lines is in \p Loop, at a place that a message about it names, or in a kernel that it launches.
  bool touch(const LoopReport &Loop) const;
  /// Leaves those that it touches. Gives how many went.
  size_t keepTouched(std::vector<LoopReport> &Loops) const;

private:
  /// First and last lines. Where lines only went, those that stand around their place now.
  using Lines = std::vector<std::pair<unsigned, unsigned>>;
  bool in(const SourceRange &R) const;

  std::map<std::string, Lines> Of; ///< by the path that the diff names, without its "b/"
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_CHANGED_H
