//===- ShownPaths.h - how paths are written in what the tool tells ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_SHOWNPATHS_H
#define PERSISTIFY_TOOL_SHOWNPATHS_H

#include "Options.h"
#include "persistify/Driver.h"

namespace persistify {

/// One form for all paths of a run: without "." and "..", and relative to the current folder, as far as the command line's
/// own paths are. Where these are absolute all are.
class ShownPaths {
public:
  explicit ShownPaths(const ToolOptions &Options);

  std::string operator()(llvm::StringRef Path) const;
  std::vector<std::string> operator()(std::vector<std::string> Paths) const;
  /// The places of loops and messages.
  void tidy(DriverResult &Result) const;
  void tidy(std::vector<Diagnostic> &Diagnostics) const;

private:
  bool Absolute = false;
  std::vector<std::string> Bases; ///< the current folder, and those above it that the command line names files of
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_SHOWNPATHS_H
