//===- Programs.h - finding the programs of a source tree ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_PROGRAMS_H
#define PERSISTIFY_TOOL_PROGRAMS_H

#include "persistify/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace persistify {

/// A host file that uses OpenCL, with the kernel files that seem to be its own.
struct Program {
  std::string Host;
  std::vector<std::string> Kernels;
  bool Named = false; ///< the host names the kernel files
};

/// The sources below a folder. Hidden folders, symbolic links to folders and
/// persistify's own output are left out.
class SourceTree {
public:
  /// False, with errors in \p Sink, when a folder cannot be read.
  bool read(llvm::StringRef Folder, DiagnosticSink &Sink);

  /// Which kernel files belong to which host: those that it (or a header it
  /// reaches) names in a string, else those of its folder and below.
  std::vector<Program> programs();

  std::vector<std::string> Hosts, Kernels; ///< sorted

private:
  bool readFolder(llvm::StringRef Folder, DiagnosticSink &Sink);
  const std::string &text(llvm::StringRef Path);
  std::vector<std::string> withHeaders(llvm::StringRef Host);
  std::vector<std::string> namedBy(llvm::ArrayRef<std::string> Files, llvm::StringRef Host);

  llvm::StringMap<std::string> Texts;
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_PROGRAMS_H
