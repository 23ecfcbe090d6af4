//===- SourceWalk.h - the source files below a folder -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_SOURCEWALK_H
#define PERSISTIFY_TOOL_SOURCEWALK_H

#include "persistify/Diagnostics.h"
#include <set>
#include <string>
#include <vector>

namespace persistify {

/// Whether a file's name says that it holds kernels. Of other names those do whose text defines some; all others are host files.
bool isKernelFile(llvm::StringRef Path);

/// The source files below a folder, sorted, also those behind symbolic links to other folders that are no large ones.
/// Hidden folders and persistify's own output are left out.
class SourceWalk {
public:
  std::vector<std::string> Hosts, Kernels, Headers;
  std::vector<std::string> Foreign; ///< of programs in another language

  /// \p Most: so many entries are looked at, the others left out.
  explicit SourceWalk(size_t Most = -1) : Left(Most) {}

  /// Goes through \p Folder. False, with errors in \p Sink, when a folder cannot be read.
  bool operator()(llvm::StringRef Folder, DiagnosticSink &Sink);
  /// Whether nothing was left out.
  bool complete() const { return Left != 0; }

private:
  static constexpr size_t LinkMost = 4000; ///< entries behind a link to a folder

  bool read(llvm::StringRef Folder, DiagnosticSink &Sink);

  size_t Left;
  std::set<std::string> Met; ///< folders, by their real paths
  std::vector<std::string> Links; ///< to folders
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_SOURCEWALK_H
