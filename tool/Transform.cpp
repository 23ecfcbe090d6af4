//===- Transform.cpp - one run over given files ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Transform.h"
#include "Changed.h"
#include "CrashBundle.h"
#include "FlagAdvice.h"
#include "Inputs.h"
#include "Output.h"
#include "Programs.h"
#include "Show.h"
#include "ShownPaths.h"
#include "Statistics.h"
#include "persistify/Containment.h"
#include "persistify/Driver.h"
#include "persistify/Frontend.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace persistify {

ExitCode worst(ArrayRef<Diagnostic> Diagnostics) {
  ExitCode Code = ExitDone;
  for (const Diagnostic &D : Diagnostics)
    Code = std::max(Code, exitCodeOf(D.D));
  return Code;
}

bool guarded(function_ref<void()> F, DiagnosticSink &Sink) {
  Ended E = contained(F, Extent::Whole);
  if (!E)
    Sink.report(Diag::Internal, {}, {"the tool " + E.How});
  return bool(E);
}

static ExitCode noRuntime(DiagnosticSink &Sink) {
  Sink.report(Diag::InputUnreadable, {}, {"persistify/runtime.h", "the runtime is not where this tool was installed"});
  return ExitUsage;
}

ExitCode printBuildFlags(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, DiagnosticSink &Sink) {
  if (!Runtime)
    return noRuntime(Sink);
  if (Options.PrintCFlags)
    outs() << Runtime->cflags()
           << (Options.PrintLibs && !Runtime->cflags().empty() ? " "
               : Options.PrintLibs                             ? ""
                                                               : "\n");
  if (Options.PrintLibs)
    outs() << Runtime->libs() << "\n";
  return ExitDone;
}

namespace {
class Run {
public:
  Run(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, TextReport &Text)
      : Options(Options), Runtime(Runtime), Text(Text) {}

  ExitCode operator()() {
    if (!readInputs(Options, Runtime ? Runtime->Include : "", In, Sink))
      return ExitUsage;
    for (const auto &[Path, Source] : In.Texts)
      Text.addSource(Path, Source);
    if (In.Hosts.empty()) // all of them are our own output
      return ExitDone;
    setDriverOptions();
    if (!guarded(
            [&] {
              Result = runPipeline(In.Kernels, In.Hosts, Driver, [&](const HostFile &H) { return takeHelper(H); });
            },
            Sink))
      return ExitInternal;
    if (!Runtime && lacksRuntime() && !planted("runtime-unseen"))
      return noRuntime(Sink);
    ShownPaths(Options).tidy(Result);
    nameDefiners();
    for (const OutputFile &F : Result.Files) // headers are no inputs
      if (!F.Input.empty() && In.Texts.try_emplace(F.Input, F.Original).second)
        Text.addSource(F.Input, F.Original);
    ExitCode Code = worst(Result.Diagnostics);
    for (const LoopReport &Loop : Result.Loops)
      Code = std::max(Code, worst(Loop.Diagnostics));
    adviseOnFlags(Options, In, Result.Diagnostics, Sink);
    if (Code == ExitDone)
      checkResult();
    if (Code = std::max(Code, worst(Sink.all())); Code != ExitDone)
      return Code;
    if (Result.Loops.empty() && In.AnyOwn) // those of the program are in what an earlier run changed
      return ExitDone;
    if (Result.Loops.empty() && Result.Diagnostics.empty())
      Sink.report(Diag::NoteNoCandidate, {});
    if (!Options.StatsFile.empty() && !readStatistics(Options.StatsFile, Result.Loops, Sink))
      return worst(Sink.all());
    const bool Any = countLoops(Result.Loops).Transformed != 0;
    if (!Options.ChangedFile.empty()) {
      const std::optional<ChangedLines> Changed = ChangedLines::read(Options.ChangedFile, Sink);
      if (!Changed)
        return worst(Sink.all());
      Untouched = Changed->keepTouched(Result.Loops);
    }
    explainRefusals();
    if (Options.ListLoops) {
      if (Options.Format == ReportFormat::Text)
        showLoops(Result, /*Analysed=*/false, outs());
      return ExitDone;
    }
    for (const LoopReport &Loop : Result.Loops)
      outs() << Loop.Dump;
    if (Options.Explain && Options.Format == ReportFormat::Text)
      showExplanations(Result.Loops, outs());
    if (!write())
      return worst(Sink.all());
    Complete = true;
    return countLoops(Result.Loops).Refused && (Options.Strict || !Any) ? ExitRefused : ExitDone;
  }

  Inputs In;
  DriverOptions Driver;
  DriverResult Result;
  DiagnosticSink Sink;
  bool Complete = false;
  size_t Untouched = 0; ///< loops that --changed keeps out of the report

private:
  /// Whether generated code did not compile, as the header that it includes was not found.
  bool lacksRuntime() const {
    return any_of(Result.Loops, [](const LoopReport &Loop) {
      return any_of(Loop.Diagnostics, [](const Diagnostic &D) {
        return D.D == Diag::GeneratedInvalid &&
               StringRef(D.message()).contains("'persistify/runtime.h' file not found");
      });
    });
  }

  /// A file of the program of which a loop needs variables is one to change, too.
  bool takeHelper(const HostFile &H) {
    SourceFiles Files;
    std::vector<std::string> Paths = In.Paths;
    Paths.push_back(H.Path);
    if (!In.MayChange.count(normalPath(H.Path)) || (!Options.Root.empty() && !liesIn(normalPath(H.Path), In.Root)))
      return false;
    if (Options.Root.empty())
      Driver.Root = In.Root = rootOf(Paths, Files);
    In.Paths = std::move(Paths);
    erase_if(In.Linked,
             [&](const std::string &Path) { return normalPath(Path) == normalPath(H.Path); }); // it is in the output
    In.Texts[H.Path] = H.Text;
    Text.addSource(H.Path, H.Text);
    Sink.report(Diag::NoteFoundInput, {}, {H.Path, "a loop needs variables of it"});
    return true;
  }

  /// --loop names files as the command line does.
  void setDriverOptions() {
    Driver.Root = In.Root;
    Driver.Out = Options.InPlace ? "" : Options.Output;
    Driver.ListOnly = Options.ListLoops;
    Driver.Dump = Options.Dump;
    Driver.Hints = Options.Hints;
    Driver.Context = std::move(In.Context);
    Driver.Host.Output = Options.HostOutput;
    Driver.Jobs = Options.Jobs;
    Driver.Optimisations = Options.Optimisations;
    Driver.KernelFlags = kernelFlagsFor(Options, "");
    for (const auto &[File, Line] : Options.Loops) {
      const size_t Before = Driver.OnlyLoops.size();
      for (const HostFile &Host : In.Hosts)
        if (isMeantBy(Host.Path, File))
          Driver.OnlyLoops.push_back({Host.Path, Line});
      if (Driver.OnlyLoops.size() == Before) // of a header
        Driver.OnlyLoops.push_back({File, Line});
    }
  }

  /// Errors of the result as a whole: loops refused without a reason, and --loop
  /// options that no loop answers.
  void checkResult() {
    for (const LoopReport &Loop : Result.Loops)
      if (Loop.S == LoopReport::Status::Refused && Loop.Diagnostics.empty())
        Sink.report(Diag::Internal, Loop.Range, {"loop refused without a reason"});
    for (const auto &Only : Driver.OnlyLoops)
      if (none_of(Result.Loops, [&](const LoopReport &Loop) {
            return isMeantBy(Loop.Range.File, Only.first) && Loop.Range.Line == Only.second;
          }))
        Sink.report(
            Diag::BadOption, {},
            {"--loop: no loop that launches kernels starts at " + Only.first + ":" + std::to_string(Only.second)});
  }

  /// Where a call is not followed since its function is defined in no file that was read: which file there is that
  /// seems to define it.
  void nameDefiners() {
    constexpr size_t Entries = 5000;
    std::optional<SourceTree> Tree;
    std::set<std::string> Read;
    for (const std::string &Path : In.Paths)
      Read.insert(normalPath(Path));
    for (LoopReport &Loop : Result.Loops)
      for (Diagnostic &D : Loop.Diagnostics) {
        if (D.D != Diag::HostUnknownCall || D.Args.size() < 2 || D.Args[1] != "its effects are unknown")
          continue;
        if (!Tree) {
          Tree.emplace();
          std::vector<std::string> Paths = In.Paths;
          for (const std::string &Path : Options.Inputs)
            if (sys::fs::is_directory(Path))
              Paths.push_back(Path + "/x");
          std::string Folder = commonDirectory(Paths);
          if (Folder.empty() || !sys::path::has_relative_path(Folder))
            return;
          Tree->readSmall(Folder, Entries);
          for (const HostFile &H : Driver.Context)
            if (!is_contained(Tree->Hosts, normalPath(H.Path)))
              Tree->Hosts.push_back(normalPath(H.Path));
        }
        std::vector<std::string> Files = Tree->definersOf(D.Args[0]);
        if (Files.empty())
          continue;
        // One that was read and is not known there: a note says why.
        std::vector<std::string> Given;
        copy_if(Files, std::back_inserter(Given), [&](const std::string &F) { return Read.count(normalPath(F)) != 0; });
        const std::vector<std::string> &Named = Given.empty() ? Files : Given;
        const std::string First = "'" + ShownPaths(Options)(Named.front()) + "'";
        if (Named.size() == 1)
          D.Args[1] += "; " + First + " seems to define it" +
                       (Given.empty() ? ": give that file, too" : ", and is not read together with this file");
        else
          D.Args[1] += "; " + First + " and '" + ShownPaths(Options)(Named[1]) + "' seem to define it: " +
                       (Given.empty() ? "give the one that is linked, too" : "which of them is meant is not known");
      }
  }

  void explainRefusals() {
    for (LoopReport &Loop : Result.Loops) {
      if (!Options.Explain)
        Loop.Explain.clear();
      else if (Loop.S == LoopReport::Status::Refused)
        Loop.Explain = explainRefusal(Loop, Text);
      else if (Loop.Runs)
        Loop.Explain += "  runs: " + runsText(*Loop.Runs) + "\n";
    }
  }

  bool write() {
    std::vector<OutputEntry> Entries;
    bool Good = collectOutput(In, Result, Entries, Sink);
    if (Good && Options.EmbedRuntime)
      Good = Runtime ? embedRuntime(*Runtime, Entries, Sink) : printBuildFlags(Options, Runtime, Sink) == ExitDone;
    if (Good && Options.Diff)
      showDiff(In, Entries, outs());
    if (Good && Options.writes())
      Good = Options.InPlace ? writeInPlace(In, Entries, Options.Force, Sink)
                             : writeOutput(Options.Output, Entries, Options.Force, Began, Sink);
    if (Good && !Options.DepFile.empty())
      Good = writeDepFile(Options.DepFile, Options.DepTarget, dependencies(), Sink);
    if (Good && !Options.AbsentFile.empty())
      Good = writeAbsentFile(Options.AbsentFile, dependencies(), Sink);
    if (Good && !Options.ExportFixes.empty() && !Options.DryRun)
      Good = exportFixes(Options.ExportFixes, In, Entries, Sink);
    return Good;
  }

  /// What quoted includes name beside a file, also those that no parse has read: they stand in conditionals that
  /// perhaps the program's compiler takes, and are copied.
  void addQuoted(std::set<std::string> &Files) const {
    std::vector<std::pair<std::string, std::string>> Work;
    for (const auto &[Path, Source] : In.Texts)
      Work.push_back({normalPath(Path), Source});
    StringSet<> Seen;
    while (!Work.empty()) {
      auto [Path, Source] = std::move(Work.back());
      Work.pop_back();
      if (!Seen.insert(Path).second)
        continue;
      Files.insert(Path);
      for (const std::string &Name : quotedIncludes(Source)) {
        std::string Found = normalPath(beside(Path, Name));
        if (auto File = MemoryBuffer::getFile(Found))
          Work.push_back({Found, (*File)->getBuffer().str()});
        else
          Files.insert(Found);
      }
    }
  }

  /// With the parse's files all else that the output depends on, the tool first.
  Dependencies dependencies() const {
    Dependencies D{Options.Output, Result.FilesRead};
    if (!planted("copies-not-named"))
      addQuoted(D.Files);
    static char Anchor;
    if (!planted("tool-not-named"))
      D.Files.insert(sys::fs::getMainExecutable(nullptr, &Anchor));
    if (!Options.ConfigFile.empty())
      D.Files.insert(normalPath(Options.ConfigFile));
    if (!In.Database.empty())
      D.Files.insert(normalPath(In.Database));
    for (const HostFile &H : Driver.Context) // those that were not followed: a function there may lead on some day
      D.Files.insert(normalPath(H.Path));
    return D;
  }

  const ToolOptions &Options;
  const std::optional<RuntimeFiles> &Runtime;
  TextReport &Text;
  const sys::TimePoint<> Began = std::chrono::system_clock::now();
};

} // namespace

ReportProgram reportProgram(const ToolOptions &Options, const DriverResult &Result,
                            const StringMap<std::string> &Texts) {
  ReportProgram P;
  if (Options.Format != ReportFormat::Html)
    return P;
  std::set<std::string> Named; // what reports show lines of
  auto Name = [&](const SourceRange &R) {
    if (!R.File.empty())
      Named.insert(R.File);
  };
  for (const LoopReport &L : Result.Loops) {
    Name(L.Range);
    for (const Diagnostic &D : L.Diagnostics)
      Name(D.Range);
    if (!L.Account)
      continue;
    for (const AccountStep &S : L.Account->Steps)
      Name(S.KernelRange);
    for (const AccountLink &Link : L.Account->Links)
      Name(Link.From);
    for (const auto *Notes : {&L.Account->Behind, &L.Account->Exits, &L.Account->Notes})
      for (const AccountNote &N : *Notes)
        Name(N.Range);
  }
  for (const auto &[Path, Text] : Result.Literals)
    if (Named.erase(Path))
      P.Texts.push_back({Path, Text});
  for (const std::string &Path : Named)
    if (auto It = Texts.find(Path); It != Texts.end())
      P.Texts.push_back({Path, It->second});
    else if (auto File = MemoryBuffer::getFile(Path))
      P.Texts.push_back({Path, (*File)->getBuffer().str()});
  for (const OutputFile &F : Result.Files)
    if (F.Generated)
      P.Generated.push_back({F.Path, F.Text});
  return P;
}

namespace {
/// Whether --werror names something that was reported.
bool anyPromoted(const Report &R) {
  auto Promoted = [&](const Diagnostic &D) { return R.Severities.promotes(D.D); };
  return any_of(R.Diagnostics, Promoted) || any_of(R.Loops, [&](const LoopReport &L) {
           return L.S != LoopReport::Status::Skipped && any_of(L.Diagnostics, Promoted);
         });
}
} // namespace

ExitCode transform(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, Report &R, TextReport &Text,
                   std::function<void()> &Summary) {
  Run Now(Options, Runtime, Text);
  ExitCode Code = Now();
  R.Analysed = !Options.ListLoops;
  R.EachInput = Options.Explain;
  R.Severities = Options.Severities;
  R.Loops = Now.Result.Loops;
  R.Programs.push_back(reportProgram(Options, Now.Result, Now.In.Texts));
  R.Diagnostics = Now.Result.Diagnostics;
  append_range(R.Diagnostics, Now.Sink.all());
  if (Code == ExitDone && anyPromoted(R))
    Code = ExitRefused;
  if (!Options.CrashBundle.empty() && hasInternalError(R)) {
    DiagnosticSink Sink;
    if (writeCrashBundle(Options, Now.In, Now.Driver.Context, R, Sink))
      errs() << "persistify: internal error: what a report of it needs is in " << Options.CrashBundle << "\n";
    Code = std::max(Code, worst(Sink.all()));
    append_range(R.Diagnostics, Sink.all());
  }
  if (Now.Complete && !Options.Quiet)
    Summary = [&Options, In = Now.In, Result = Now.Result, Untouched = Now.Untouched] {
      showSummary(Options, Result, Untouched, errs());
      if (countLoops(Result.Loops).Transformed)
        showBuild(Options, In, errs());
    };
  return Code;
}

} // namespace persistify
