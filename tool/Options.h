//===- Options.h - the command line as a value -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_OPTIONS_H
#define PERSISTIFY_TOOL_OPTIONS_H

#include "persistify/Diagnostics.h"
#include <string>
#include <utility>
#include <vector>

namespace persistify {

/// --kernel-flags: for one file, or for all when File is empty.
struct KernelFlags {
  std::string File;
  std::vector<std::string> Flags;
};

struct ToolOptions {
  std::vector<std::string> Inputs; ///< as given, kernels and hosts mixed
  std::vector<std::string> HostFlags; ///< behind "--"

  std::string Output;       ///< -o, or the default folder
  bool OutputGiven = false;
  bool InPlace = false, EmbedRuntime = false, Force = false;

  std::vector<KernelFlags> Kernels;
  std::string BuildDir;

  std::vector<std::pair<std::string, unsigned>> Loops; ///< --loop FILE:LINE
  bool Strict = false;

  bool Diff = false, DryRun = false, ListLoops = false, Explain = false, Quiet = false;
  bool PrintCFlags = false, PrintLibs = false;

  /// Whether anything may be written.
  bool writes() const { return !DryRun && !ListLoops && (!Diff || OutputGiven || InPlace); }
};

/// Exit codes of the tool (docs/command-line.md).
enum ExitCode { ExitDone = 0, ExitRefused = 1, ExitUsage = 2, ExitParse = 3, ExitInternal = 5 };

/// The exit code that an error stands for.
ExitCode exitCodeOf(Diag D);

/// Fills \p Options from the command line; --help and --version end the program.
/// False, with an error in \p Sink, when the command line makes no sense.
bool parseCommandLine(int argc, const char **argv, ToolOptions &Options, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_OPTIONS_H
