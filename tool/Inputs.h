//===- Inputs.h - input files and the flags they are parsed with -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_INPUTS_H
#define PERSISTIFY_TOOL_INPUTS_H

#include "Options.h"
#include "persistify/Driver.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace persistify {

struct Inputs {
  std::vector<std::string> Paths; ///< all files of the command line and what was found, in order
  std::string Root;               ///< the folder that OUT stands for
  std::string Database;           ///< compile_commands.json, if there is one
  llvm::StringMap<std::string> Texts; ///< by path
  std::vector<KernelSource> Kernels;  ///< without persistify's own output
  std::vector<HostFile> Hosts;        ///< same
  std::vector<std::string> Linked;    ///< other files of the program that define what the hosts use
  std::vector<std::string> Folders;   ///< of headers, which nobody gave: found
  bool AnyOwn = false;                ///< a host file of the program is persistify's own output
  std::vector<HostFile> Context;      ///< further files of the program, or of the compilation database
  std::set<std::string>
      MayChange; ///< of these, by normal path: files of a folder that is given, and of a program that one file stands for
};

/// The contents of \p Path, or an error in \p Sink.
std::optional<std::string> readFile(llvm::StringRef Path, DiagnosticSink &Sink);

/// Whether an option that says \p Spelling means the input \p Path: the same
/// file, or its name without folders.
bool isMeantBy(llvm::StringRef Path, llvm::StringRef Spelling);

class SourceFiles;
/// The folder that OUT stands for, of a program with the files \p Paths: the deepest one that holds them and the headers
/// that they reach by quoted includes, which the output must find from its own place.
std::string rootOf(const std::vector<std::string> &Paths, SourceFiles &Files);

/// The flags of --kernel-flags for the kernel file \p Path.
std::vector<std::string> kernelFlagsFor(const ToolOptions &Options, llvm::StringRef Path);

/// Reads all input files and finds their flags. A folder stands for the files of the program in it; where no kernel
/// file is given, those that the hosts name are read; notes say what was found. Headers of the runtime are
/// looked for in \p RuntimeInclude last, for output that is parsed again.
/// Files that are persistify's own output get a note and are left out of
/// Kernels and Hosts. False, with errors in \p Sink, when anything is wrong.
bool readInputs(const ToolOptions &Options, llvm::StringRef RuntimeInclude, Inputs &In, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_INPUTS_H
