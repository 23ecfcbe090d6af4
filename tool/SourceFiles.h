//===- SourceFiles.h - the texts of a program and the kernel files that they name ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_SOURCEFILES_H
#define PERSISTIFY_TOOL_SOURCEFILES_H

#include "SourceWalk.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <set>
#include <string>
#include <vector>

namespace persistify {

/// Length of the longest common beginning of two paths, in folders.
size_t nearness(llvm::StringRef A, llvm::StringRef B);

/// A kernel file with the string that names it, or a kernel in it.
struct FoundKernel {
  std::string Path;
  std::string By; ///< a host file, or a header that it reaches by quoted includes
  unsigned Line; ///< there
  std::string Kernel; ///< empty: the string names the file
};

/// Source files on the disk, read once.
class SourceFiles {
public:
  /// Empty if it cannot be read.
  const std::string &text(llvm::StringRef Path);
  /// The text of a file that was read already.
  void know(llvm::StringRef Path, llvm::StringRef Text) { Texts.try_emplace(Path, Text.str()); }
  bool definesMain(llvm::StringRef Host);
  /// Whether the text of one file speaks of it.
  bool namesOpenCL(llvm::StringRef File);
  /// The library over OpenCL of which the text of one file includes headers, or "".
  llvm::StringRef wrapperOf(llvm::StringRef File);

  /// The kernel files that a host file, or a header that it reaches by quoted includes, names in a string, each once:
  /// by that name from the host's folder or one of the three above it, else anywhere below the host's folder or the one
  /// above it, where no more than some thousands of files lie there, else among \p Others. \p Texts: the host and its
  /// headers. A file of any name counts that is where the string says, and defines kernels. \p Names: others that the
  /// host's flags have.
  std::vector<FoundKernel> kernelsOf(llvm::StringRef Host, llvm::ArrayRef<std::string> Texts,
                                     llvm::ArrayRef<std::string> Others = {}, llvm::ArrayRef<std::string> Names = {});
  /// For kernels that strings of \p Texts name, and that neither these nor the files \p Has define: the kernel files that do,
  /// of \p Among, or of those of the host's folder and below. Of several the nearest.
  std::vector<FoundKernel> definersOf(llvm::StringRef Host, llvm::ArrayRef<std::string> Texts,
                                      llvm::ArrayRef<std::string> Has, const std::vector<std::string> *Among = nullptr);
  /// The kernels that the text of a file defines.
  const std::set<std::string> &kernelsIn(llvm::StringRef File);
  bool isKernel(llvm::StringRef File) {
    return isKernelFile(File) ||
           (!kernelsIn(File).empty() && !namesOpenCL(File) && !definesMain(File)); // else it is both
  }

  /// A file, and all that it reaches by quoted includes that lies where they say from its folder, or from one of \p Folders.
  std::vector<std::string> withHeaders(llvm::StringRef File, llvm::ArrayRef<std::string> Folders = {});

private:
  const std::vector<std::string> &below(const std::string &Folder);
  std::string find(llvm::StringRef Name, llvm::StringRef Host, llvm::ArrayRef<std::string> Others);
  /// The same, of a name with a part that only the run knows ("kernels/%s.cl"): all that fit in one folder, if few.
  std::vector<std::string> findAll(llvm::StringRef Name, llvm::StringRef Host, llvm::ArrayRef<std::string> Others);

  llvm::StringMap<std::string> Texts;
  llvm::StringMap<std::set<std::string>> Defined; ///< by kernelsIn()
  llvm::StringMap<std::vector<std::string>> Below; ///< kernel files below a folder
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_SOURCEFILES_H
