//===- main.cpp - the command persistify -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options say what to do; the report and the exit code say how it went.
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Runtime.h"
#include "Show.h"
#include "Transform.h"
#include "persistify/Debug.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace persistify;

static cl::OptionCategory ForContributors("Contributors");
static cl::list<std::string> DebugStages("debug-stages", cl::Hidden, cl::CommaSeparated, cl::cat(ForContributors),
                                         cl::value_desc("host|kernel|plan|emit|driver|runtime"),
                                         cl::desc("What these say of their work, on stderr (CONTRIBUTING.md)"));

static void setDebugStages() {
  std::vector<std::string> Names;
  std::vector<const char *> Types;
  for (const std::string &Stage : DebugStages)
    Names.push_back("pst-" + Stage);
  for (const std::string &Name : Names)
    Types.push_back(Name.c_str());
  DebugFlag = !Types.empty();
  setCurrentDebugTypes(Types.data(), Types.size());
}

static void setColors(ColorUse Use) {
  if (Use == ColorUse::Auto)
    return;
  bool Always = Use == ColorUse::Always;
  errs().enable_colors(Always);
  if (Always)
    WithColor::setAutoDetectFunction([](const raw_ostream &) { return true; });
  else
    WithColor::setAutoDetectFunction([](const raw_ostream &) { return false; });
}

/// Everything but a run over given files: true if that was asked for.
static bool other(const ToolOptions &Options, StringRef Pages, const std::optional<RuntimeFiles> &Runtime,
                  TextReport &Text, DiagnosticSink &Sink, ExitCode &Code) {
  Code = ExitDone;
  if (Options.GenerateMan)
    printManPage(outs());
  else if (Options.GenerateCompletion)
    printCompletion(*Options.GenerateCompletion, outs());
  else if (Options.PrintCFlags || Options.PrintLibs)
    Code = printBuildFlags(Options, Runtime, Sink);
  else if (!Options.Examine.empty())
    Code = examine(Options, Runtime, Pages, Text, Sink);
  else if (Options.ListPrograms)
    Code = listPrograms(Options, Sink);
  else if (asksForCodes(Options))
    Code = showCodes(Options, Pages, outs(), Sink) ? ExitDone : ExitUsage;
  else
    return false;
  return true;
}

int main(int argc, const char **argv) {
  InitLLVM Init(argc, argv);
  setBugReportMsg("persistify: internal error; please report it with the input files and this:\n");
  ToolOptions Options;
  DiagnosticSink Sink;
  TextReport Text(errs());
  if (!parseCommandLine(argc, argv, Options, Sink)) {
    setColors(Options.Color);
    Text.print(Sink.all());
    return ExitUsage;
  }
  setColors(Options.Color);
  if (Options.Quiet)
    Text.setMinimum(Severity::Warning);
  setLimits(Options.Bounds);
  setDebugStages();
  std::optional<RuntimeFiles> Runtime = findRuntime(argv[0]);
  ExitCode Code;
  const std::string Pages = diagnosticPages(argv[0]);
  if (other(Options, Pages, Runtime, Text, Sink, Code)) {
    Text.print(Sink.all());
    return Code;
  }
  Report Result;
  Result.Version = PERSISTIFY_VERSION;
  Result.Pages = Pages;
  std::function<void()> Summary;
  Code = transform(Options, Runtime, Result, Text, Summary);
  Result.ExitCode = Code;
  if (!writeReport(Options, Result, Text))
    return std::max(Code, ExitUsage);
  if (Summary)
    Summary();
  return Code;
}
