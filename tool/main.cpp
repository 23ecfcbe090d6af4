//===- main.cpp - the command persistify -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options and inputs in, runPipeline (persistify/Driver.h), files and report out.
//
//===----------------------------------------------------------------------===//
#include "Inputs.h"
#include "Options.h"
#include "Output.h"
#include "Runtime.h"
#include "Show.h"
#include "persistify/Driver.h"
#include "persistify/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace llvm;
using namespace persistify;

/// The worst exit code among \p Diagnostics.
static ExitCode worst(ArrayRef<Diagnostic> Diagnostics) {
  ExitCode Code = ExitDone;
  for (const Diagnostic &D : Diagnostics)
    Code = std::max(Code, exitCodeOf(D.D));
  return Code;
}

static ExitCode printBuildFlags(const ToolOptions &Options,
                                const std::optional<RuntimeFiles> &Runtime, DiagnosticSink &Sink) {
  if (!Runtime) {
    Sink.report(Diag::InputUnreadable, {},
                {"persistify/runtime.h", "the runtime is not where this tool was installed"});
    return ExitUsage;
  }
  if (Options.PrintCFlags)
    outs() << Runtime->cflags() << (Options.PrintLibs ? " " : "\n");
  if (Options.PrintLibs)
    outs() << Runtime->libs() << "\n";
  return ExitDone;
}

/// The options of the pipeline: --loop names files as the command line does.
static DriverOptions driverOptions(const ToolOptions &Options, const Inputs &In) {
  DriverOptions Result;
  Result.ListOnly = Options.ListLoops;
  for (const auto &[File, Line] : Options.Loops)
    for (const HostFile &Host : In.Hosts)
      if (isMeantBy(Host.Path, File))
        Result.OnlyLoops.push_back({Host.Path, Line});
  return Result;
}

/// Errors of the result as a whole: loops refused without a reason, and --loop
/// options that no loop answers.
static void checkResult(const DriverOptions &Driver, const DriverResult &Result,
                        DiagnosticSink &Sink) {
  for (const LoopReport &Loop : Result.Loops)
    if (Loop.S == LoopReport::Status::Refused && Loop.Diagnostics.empty())
      Sink.report(Diag::Internal, Loop.Range, {"loop refused without a reason"});
  for (const auto &Only : Driver.OnlyLoops)
    if (none_of(Result.Loops, [&](const LoopReport &Loop) {
          return Loop.Range.File == Only.first && Loop.Range.Line == Only.second;
        }))
      Sink.report(Diag::BadOption, {},
                  {"--loop: no loop that launches kernels starts at " + Only.first + ":" +
                   std::to_string(Only.second)});
}

static ExitCode transform(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime,
                          TextReport &Report, DiagnosticSink &Sink) {
  Inputs In;
  if (!readInputs(Options, Runtime ? Runtime->Include : "", In, Sink))
    return ExitUsage;
  for (const auto &[Path, Text] : In.Texts)
    Report.addSource(Path, Text);
  if (In.Hosts.empty()) // all of them are our own output
    return ExitDone;

  DriverOptions Driver = driverOptions(Options, In);
  DriverResult Result = runPipeline(In.Kernels, In.Hosts, Driver);
  showDiagnostics(Result, Report);
  ExitCode Code = worst(Result.Diagnostics);
  for (const LoopReport &Loop : Result.Loops)
    Code = std::max(Code, worst(Loop.Diagnostics));
  if (Code == ExitDone)
    checkResult(Driver, Result, Sink);
  if (Code = std::max(Code, worst(Sink.all())); Code != ExitDone)
    return Code;

  if (Options.ListLoops) {
    showLoops(Result, outs());
    return ExitDone;
  }
  if (Options.Explain)
    showExplanations(Result, outs());

  std::vector<OutputEntry> Entries;
  bool Good = collectOutput(In, Result, Entries, Sink);
  if (Good && Options.EmbedRuntime)
    Good = Runtime ? embedRuntime(*Runtime, Entries, Sink)
                   : printBuildFlags(Options, Runtime, Sink) == ExitDone;
  if (Good && Options.Diff)
    showDiff(In, Entries, outs());
  if (Good && Options.writes())
    Good = Options.InPlace ? writeInPlace(In, Entries, Options.Force, Sink)
                           : writeOutput(Options.Output, Entries, Options.Force, Sink);
  if (!Good)
    return worst(Sink.all());

  if (!Options.Quiet)
    showSummary(Options, Result, errs());
  LoopCounts Counts = countLoops(Result);
  return Counts.Refused && (Options.Strict || !Counts.Transformed) ? ExitRefused : ExitDone;
}

int main(int argc, const char **argv) {
  InitLLVM Init(argc, argv);
  setBugReportMsg("persistify: internal error; please report it with the input files and this:\n");
  ToolOptions Options;
  DiagnosticSink Sink;
  TextReport Report(errs());
  ExitCode Code = ExitUsage;
  if (parseCommandLine(argc, argv, Options, Sink)) {
    if (Options.Quiet)
      Report.setMinimum(Severity::Warning);
    std::optional<RuntimeFiles> Runtime = findRuntime(argv[0]);
    if (Options.PrintCFlags || Options.PrintLibs)
      Code = printBuildFlags(Options, Runtime, Sink);
    else if (asksForCodes(Options))
      Code = showCodes(Options, outs(), Sink) ? ExitDone : ExitUsage;
    else
      Code = transform(Options, Runtime, Report, Sink);
  }
  Report.print(Sink.all());
  return Code;
}
