//===- Programs.h - finding the programs of a source tree ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_PROGRAMS_H
#define PERSISTIFY_TOOL_PROGRAMS_H

#include "persistify/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace persistify {

/// Whether a file's name says that it holds kernels; all others are host files.
bool isKernelFile(llvm::StringRef Path);

/// A host file that uses OpenCL, with the kernel files that seem to be its own.
struct Program {
  std::string Host;
  std::vector<std::string> Kernels;
  bool Named = false; ///< the host names the kernel files
};

/// A kernel file with the string that names it.
struct FoundKernel {
  std::string Path;
  std::string By; ///< a host file, or a header that it reaches by quoted includes
  unsigned Line;  ///< there
};

/// Source files on the disk, read once.
class SourceFiles {
public:
  /// Empty if it cannot be read.
  const std::string &text(llvm::StringRef Path);
  /// The text of a file that was read already.
  void know(llvm::StringRef Path, llvm::StringRef Text) { Texts.try_emplace(Path, Text.str()); }
  /// Whether the host file, or a header that it reaches by quoted includes, uses OpenCL; and it is no output of ours.
  bool usesOpenCL(llvm::StringRef Host);
  bool definesMain(llvm::StringRef Host);

  /// The kernel files that a host file, or a header that it reaches by quoted includes, names in a string, each once:
  /// by that name from the host's folder or one of the three above it, else anywhere below the host's folder or the one
  /// above it, where no more than some thousands of files lie there, else among \p Others.
  std::vector<FoundKernel> kernelsOf(llvm::StringRef Host, llvm::ArrayRef<std::string> Others = {});

  /// A file, and all that it reaches by quoted includes that lies where they say from its folder.
  std::vector<std::string> withHeaders(llvm::StringRef File);

private:
  std::string find(llvm::StringRef Name, llvm::StringRef Host, llvm::ArrayRef<std::string> Others);

  llvm::StringMap<std::string> Texts;
  llvm::StringMap<std::vector<std::string>> Below; ///< kernel files below a folder
};

/// The sources below a folder. Hidden folders, symbolic links to folders and
/// persistify's own output are left out.
class SourceTree {
public:
  /// False, with errors in \p Sink, when a folder cannot be read.
  bool read(llvm::StringRef Folder, DiagnosticSink &Sink);

  /// Which kernel files belong to which host: those that it names (SourceFiles::kernelsOf), else those of its folder and
  /// below.
  std::vector<Program> programs();

  /// The folders that must be searched for headers, as far as quoted includes of the host files and of these headers
  /// tell: the header is not beside the file, and lies in the tree.
  std::vector<std::string> includeFolders();

  std::vector<std::string> Hosts, Kernels, Headers; ///< sorted
  SourceFiles Files;
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_PROGRAMS_H
