//===- Options.h - the command line as a value -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TOOL_OPTIONS_H
#define PERSISTIFY_TOOL_OPTIONS_H

#include "persistify/Containment.h"
#include "persistify/Driver.h"
#include "persistify/Optimisations.h"
#include "persistify/Diagnostics.h"
#include "persistify/Hints.h"
#include "persistify/Report.h"
#include "persistify/Host.h"
#include <string>
#include <utility>
#include <vector>

namespace persistify {

/// --kernel-flags: for one file, or for all when File is empty.
struct KernelFlags {
  std::string File;
  std::vector<std::string> Flags;
  bool Default = false; ///< of a .persistify file: other programs have that file
};

enum class ReportFormat { Text, Json, Sarif, Html };
enum class ColorUse { Auto, Always, Never };
enum class Shell { Bash, Zsh };

struct ToolOptions {
  std::vector<std::string> Inputs; ///< as given, kernels and hosts mixed
  std::vector<std::string> HostFlags; ///< behind "--"
  std::vector<std::string> Arguments; ///< all in front of that, as given
  std::string ConfigFile;          ///< .persistify file that was used, or empty

  std::string Output;       ///< -o, or the default folder
  bool OutputGiven = false;
  std::string DepFile;      ///< --depfile
  std::string DepTarget;    ///< --depfile-target; empty: OUT/.persistify
  std::string AbsentFile;   ///< --absent-file
  bool InPlace = false, EmbedRuntime = false, Force = false;
  std::string ExportFixes;

  std::vector<KernelFlags> Kernels;
  std::string BuildDir;
  std::string Root; ///< empty: found
  bool Config = true; ///< look for files that nobody named: compile_commands.json
  unsigned Jobs = 1;

  std::vector<std::pair<std::string, unsigned>> Loops; ///< --loop FILE:LINE
  std::vector<Hint> Hints;
  persistify::Severities Severities; ///< --werror
  OptSet Optimisations; ///< without --no-opt
  bool Strict = false;
  OutputMode HostOutput = OutputMode::Replay; ///< --output

  bool Diff = false, DryRun = false, ListLoops = false, ListPrograms = false, Explain = false, Quiet = false;
  DumpSet Dump; ///< --dump
  std::string Examine; ///< folder
  ReportFormat Format = ReportFormat::Text;
  std::string ReportFile;
  std::string StatsFile; ///< --statistics
  std::string ChangedFile; ///< --changed; "-" is standard input
  ColorUse Color = ColorUse::Auto;
  bool Progress = false;
  std::string CrashBundle; ///< folder
  Limits Bounds; ///< --loop-timeout, --memory-limit
  bool PrintCFlags = false, PrintLibs = false;

  bool GenerateMan = false;
  std::optional<Shell> GenerateCompletion;

  /// Whether anything may be written.
  bool writes() const { return !DryRun && !ListLoops && !Dump.any() && (!Diff || OutputGiven || InPlace); }
};

/// Exit codes of the tool (docs/command-line.md).
enum ExitCode { ExitDone = 0, ExitRefused = 1, ExitUsage = 2, ExitParse = 3, ExitInternal = 5 };

/// The exit code that an error stands for.
ExitCode exitCodeOf(Diag D);

/// Fills \p Options from the command line and the .persistify file; --help and
/// --version end the program. False, with an error in \p Sink, when the command
/// line makes no sense.
bool parseCommandLine(int argc, const char **argv, ToolOptions &Options, DiagnosticSink &Sink);

// ---- from the table of options (ManPage.cpp, Completion.cpp)

/// One option as documentation shows it.
struct OptionText {
  std::string Name;      ///< without dashes
  std::string ValueName; ///< empty for a flag
  std::string Help;
  std::string Category;  ///< heading
  std::vector<std::string> Values; ///< all that it may be, if these are few
  bool OptionalValue = false;
  enum { Nothing, File, Folder } Completes = Nothing;

  /// "-o" or "--diff"
  std::string spelling() const { return (Name.size() == 1 ? "-" : "--") + Name; }
};

/// PST1021, also one that does not exist; or 1021, unless a file or folder has that name.
bool isCode(llvm::StringRef Input);

/// All options that --help shows, by heading and name.
std::vector<OptionText> optionTable();

// ---- what help says besides the options (HelpText.cpp)

/// What the tool does and takes.
llvm::StringRef overview();
/// The lines of "Exit codes" and "Examples".
llvm::ArrayRef<std::pair<int, llvm::StringLiteral>> exitCodeTable();
llvm::ArrayRef<llvm::StringLiteral> exampleLines();

void printManPage(llvm::raw_ostream &OS);
void printCompletion(Shell S, llvm::raw_ostream &OS);

// ---- .persistify (Config.cpp)

/// The nearest file of defaults above the host file or folder \p Path, or "".
std::string findConfig(llvm::StringRef Path);
/// Its lines as arguments: "--name" or "--name=value". False with an error.
bool readConfig(llvm::StringRef File, std::vector<std::string> &Arguments, DiagnosticSink &Sink);

} // namespace persistify

#endif // PERSISTIFY_TOOL_OPTIONS_H
