//===- HostFlags.h - how a host file is parsed -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_HOSTFLAGS_H
#define PERSISTIFY_TOOL_HOSTFLAGS_H

#include "persistify/Diagnostics.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
} // namespace clang::tooling

namespace persistify {

/// The flags of host files: the language by extension and Clang's own headers,
/// then those of a compilation database, then those of the command line.
class HostFlags {
public:
  HostFlags(std::vector<std::string> CommandLine, llvm::StringRef RuntimeInclude);
  ~HostFlags();

  /// The build folder that a source folder is or holds: itself, or `build` in it, where compile_commands.json lies there.
  static std::optional<std::string> buildFolder(llvm::StringRef Folder);
  /// Reads compile_commands.json of a build folder. False with an error.
  bool loadDatabase(llvm::StringRef BuildDir, DiagnosticSink &Sink);

  void forgetDatabase();
  /// Folders to search for headers where the database says nothing of a file.
  void addFolders(llvm::ArrayRef<std::string> Folders);

  std::vector<std::string> of(llvm::StringRef Path) const;
  /// Those of them that the program is built with: of the database, and of the command line.
  std::vector<std::string> given(llvm::StringRef Path) const;
  /// Host files that the database names, by absolute path, sorted.
  std::vector<std::string> files() const;

private:
  std::vector<std::string> fromDatabase(llvm::StringRef Path) const;

  std::vector<std::string> CommandLine, Folders;
  std::string RuntimeInclude;
  std::unique_ptr<clang::tooling::CompilationDatabase> Database;
};

/// Folders of the program that flags name, to search for headers.
std::vector<std::string> foldersIn(llvm::ArrayRef<std::string> Flags);
/// What flags give to macros, without quotes: perhaps names of kernel files.
std::vector<std::string> valuesIn(llvm::ArrayRef<std::string> Flags);

} // namespace persistify

#endif // PERSISTIFY_TOOL_HOSTFLAGS_H
