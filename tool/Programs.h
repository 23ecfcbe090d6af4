//===- Programs.h - finding the programs of a source tree ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_PROGRAMS_H
#define PERSISTIFY_TOOL_PROGRAMS_H

#include "SourceFiles.h"
#include "persistify/Diagnostics.h"
#include "persistify/Frontend.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace persistify {

/// Host files that seem to be one program, with the kernel files that seem to be its own.
struct Program {
  std::string Host; ///< the file with `main`; without one the only one
  std::vector<std::string> Hosts; ///< that use OpenCL or come to one that does; Host first, the others sorted
  std::vector<std::string> Others; ///< the rest, sorted
  std::vector<std::string> Kernels;
  bool Named = false; ///< the hosts name the kernel files
};

/// The sources below a folder, also those behind symbolic links to other folders that are no large ones.
/// Hidden folders and persistify's own output are left out.
class SourceTree {
public:
  /// False, with errors in \p Sink, when a folder cannot be read.
  bool read(llvm::StringRef Folder, DiagnosticSink &Sink);
  /// False, and nothing is read, when there are more than \p Most files and folders.
  bool readSmall(llvm::StringRef Folder, size_t Most);

  /// The programs that use OpenCL: one for each `main`, with the files that define what it uses, as far as their texts
  /// tell (FileOutline), and one for each file that uses OpenCL and belongs to none of them. Where several files define
  /// a name, the one meant is the nearest by its folders; without a nearest one it is none.
  /// Kernel files: those that the hosts name (SourceFiles::kernelsOf), else those of the first one's folder and below; and
  /// those that define other kernels that the hosts name.
  std::vector<Program> programs();
  /// The one that \p Host begins.
  Program programOf(const std::string &Host);
  /// Host files that are persistify's own output, changed in place, and that define what the program uses.
  std::vector<std::string> ownOutput(const Program &P);
  /// Whether a loop of the program seems to launch kernels.
  bool seemsToLoop(const Program &P);
  /// The files without `main` that define the function \p Name; a member's name has its class in front.
  std::vector<std::string> definersOf(llvm::StringRef Name);
  /// Where several files define a name, none of them is meant, however near one is.
  bool Strict = false;
  /// Files, by normal paths, that somebody says are of the program: of several that define a name these are meant.
  std::set<std::string> Given;

  /// The folders that must be searched for headers, as far as includes of the host files and of these headers
  /// tell: the header is not beside the file, and lies in the tree; if angle brackets name it, it is none of the system's.
  std::vector<std::string> includeFolders();
  /// The file, and the headers that it reaches, as far as includes tell: those beside it, in folders that its flags name, and of the tree.
  const std::vector<std::string> &headersOf(const std::string &File);

  /// Whether the host file, or a header that it reaches, uses OpenCL; and it is no output of ours.
  bool usesOpenCL(const std::string &Host);

  std::vector<std::string> Hosts, Kernels, Headers; ///< sorted
  /// The flags that a host file is built with, as far as they are known.
  std::function<std::vector<std::string>(llvm::StringRef)> FlagsOf;
  std::vector<std::string> Foreign; ///< files of other languages, which may define what a program of theirs uses
  SourceFiles Files;

private:
  bool isGiven(const std::string &File) const;
  const FileOutline &outline(const std::string &File);
  const std::string *header(const std::string &File, llvm::StringRef Name);
  void index();
  /// Files without `main` that define what \p File or a header that it reaches uses.
  const std::set<std::string> &usedBy(const std::string &File);
  bool hasOther(const std::string &Definer, const std::string &User, const std::string &Scope);

  /// The headers that the text of a file names and that are found, with these folders of flags.
  const std::vector<std::string> &included(const std::string &File, llvm::ArrayRef<std::string> Folders);
  /// The header that \p Include of \p File means; empty if it is none of the program's.
  std::string found(const std::string &File, const IncludeDirective &Include, llvm::ArrayRef<std::string> Folders);

  llvm::StringMap<std::vector<std::string>> ByName; ///< headers, by their last name
  std::map<std::string, std::map<std::string, std::vector<std::string>>> Included; ///< by folders, by file
  std::map<std::string, std::vector<std::string>> Reached; ///< by headersOf()
  std::map<std::string, FileOutline> Outlines;
  std::map<std::string, std::set<std::string>> Used;
  std::map<std::string, std::vector<std::string>> Functions, Variables; ///< who defines it
  bool Indexed = false;
};

} // namespace persistify

#endif // PERSISTIFY_TOOL_PROGRAMS_H
