//===- Examine.cpp - statistics over a source tree -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HostFlags.h"
#include "Inputs.h"
#include "Programs.h"
#include "Show.h"
#include "Transform.h"
#include "persistify/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

using namespace llvm;

namespace persistify {

namespace {
/// What became of one program.
struct Examined {
  Program P;
  DriverResult Result;
  std::vector<Diagnostic> Errors; ///< why it could not be analysed
};

/// "[3/41] src/host.cpp" on stderr, on one line of a terminal.
class ProgressLine {
public:
  ProgressLine(const ToolOptions &Options, size_t Total)
      : Terminal(sys::Process::StandardErrIsDisplayed()),
        On((Terminal || Options.Progress) && !Options.Quiet), Total(Total) {}
  ~ProgressLine() {
    if (On && Terminal && Count)
      errs() << "\r\033[K";
  }
  void next(StringRef Path) {
    std::lock_guard<std::mutex> Lock(Mutex);
    ++Count;
    if (!On)
      return;
    errs() << (Terminal ? "\r\033[K" : "") << formatv("[{0}/{1}] {2}", Count, Total, Path)
           << (Terminal ? "" : "\n");
    errs().flush();
  }

private:
  bool Terminal, On;
  size_t Total, Count = 0;
  std::mutex Mutex;
};

class Examiner {
public:
  Examiner(const ToolOptions &Options, StringRef RuntimeInclude, DiagnosticSink &Sink)
      : Options(Options), Flags(Options.HostFlags, RuntimeInclude), Sink(Sink) {}

  ExitCode run() {
    bool Readable = Tree.read(Options.Examine, Sink);
    if (!sys::fs::is_directory(Options.Examine) || !loadDatabase())
      return ExitUsage;
    Flags.addFolders(Tree.includeFolders());
    for (Program &P : Tree.programs())
      All.push_back({std::move(P), {}, {}});
    ProgressLine Progress(Options, All.size());
    DefaultThreadPool Pool(hardware_concurrency(Options.Jobs));
    for (Examined &E : All)
      Pool.async([&] {
        Progress.next(E.P.Host);
        DiagnosticSink Own;
        guarded([&] { examine(E); }, Own);
        append_range(E.Errors, Own.all());
      });
    Pool.wait();
    count();
    return Readable ? ExitDone : ExitUsage;
  }

  void print(raw_ostream &OS) const {
    for (const Examined &E : All) {
      for (const Diagnostic &D : ArrayRef<Diagnostic>(E.Errors).take_front())
        OS << E.P.Host << ": not analysed: " << D.message() << " [" << diagCode(D.D) << "]\n";
      showLoops(E.Result, /*Analysed=*/true, OS);
    }
    auto Row = [&](StringRef What, uint64_t N) {
      OS << formatv("  {0,-32} {1,6}\n", What, N);
    };
    OS << Options.Examine << ":\n";
    Row("host files", Tree.Hosts.size());
    Row("  that use OpenCL", All.size());
    Row("  that could not be analysed", Failed);
    Row("kernel files", Tree.Kernels.size());
    Row("loops that launch kernels", Loops.candidates() + Loops.Repetition + Loops.Skipped);
    Row("  transformed", Loops.Transformed);
    Row("  refused", Loops.Refused);
    Row("  repetition (timing)", Loops.Repetition);
    Row("  skipped", Loops.Skipped);
    if (!Codes.empty())
      OS << "refused loops by code:\n";
    for (auto &[D, N] : byNumber())
      OS << formatv("  {0} {1,6}  {2}\n", diagCode(D), N, diagText(D));
  }

  json::Value json() const {
    json::Array Programs;
    for (const Examined &E : All) {
      json::Array Kernels, Found, Errors;
      for (const std::string &K : E.P.Kernels)
        Kernels.push_back(K);
      Report R;
      R.Loops = E.Result.Loops;
      R.Severities = Options.Severities;
      for (const Diagnostic &D : E.Errors)
        Errors.push_back(jsonDiagnostic(D, Options.Severities));
      json::Value Whole = jsonReport(R);
      Programs.push_back(json::Object{{"host", E.P.Host},
                                      {"kernels", std::move(Kernels)},
                                      {"analysed", E.Errors.empty()},
                                      {"errors", std::move(Errors)},
                                      {"loops", std::move(*Whole.getAsObject()->getArray("loops"))}});
    }
    json::Object ByCode;
    for (auto &[D, N] : Codes)
      ByCode[diagCode(D)] = N;
    return json::Object{
        {"schema", 1},
        {"tool", json::Object{{"name", "persistify"}, {"version", PERSISTIFY_VERSION}}},
        {"folder", Options.Examine},
        {"files", json::Object{{"hosts", int64_t(Tree.Hosts.size())},
                               {"usingOpenCL", int64_t(All.size())},
                               {"notAnalysed", Failed},
                               {"kernels", int64_t(Tree.Kernels.size())}}},
        {"summary", json::Object{{"loops", Loops.candidates() + Loops.Repetition + Loops.Skipped},
                                 {"transformed", Loops.Transformed},
                                 {"refused", Loops.Refused},
                                 {"repetition", Loops.Repetition},
                                 {"skipped", Loops.Skipped}}},
        {"codes", std::move(ByCode)},
        {"programs", std::move(Programs)}};
  }

private:
  bool loadDatabase() {
    if (!Options.BuildDir.empty())
      return Flags.loadDatabase(Options.BuildDir, Sink);
    std::optional<std::string> Folder = HostFlags::buildFolder(Options.Examine);
    return !Folder || Flags.loadDatabase(*Folder, Sink);
  }

  void examine(Examined &E) {
    DiagnosticSink Own;
    std::optional<std::string> Text = readFile(E.P.Host, Own);
    std::vector<KernelSource> Kernels;
    for (const std::string &Path : E.P.Kernels)
      if (std::optional<std::string> Kernel = readFile(Path, Own))
        Kernels.push_back({Path, std::move(*Kernel), kernelFlagsFor(Options, Path)});
    E.Errors = Own.all().vec();
    if (!E.Errors.empty())
      return;
    DriverOptions Driver;
    Driver.Hints = Options.Hints;
    Driver.KernelFlags = kernelFlagsFor(Options, "");
    HostFile Host{E.P.Host, std::move(*Text), Flags.of(E.P.Host)};
    while (true) {
      E.Result = runPipeline(Kernels, {Host}, Driver);
      // A kernel file of the folder that does not parse is perhaps no part of
      // this program.
      size_t Before = Kernels.size();
      if (!E.P.Named)
        erase_if(Kernels, [&](const KernelSource &K) {
          return any_of(E.Result.Diagnostics, [&](const Diagnostic &D) {
            return D.D == Diag::ParseError && D.Range.File == K.Path;
          });
        });
      if (Kernels.size() == Before)
        break;
    }
    copy_if(E.Result.Diagnostics, std::back_inserter(E.Errors),
            [](const Diagnostic &D) { return exitCodeOf(D.D) != ExitDone; });
    E.P.Kernels.clear();
    for (const KernelSource &K : Kernels)
      E.P.Kernels.push_back(K.Path);
  }

  void count() {
    for (const Examined &E : All) {
      Failed += !E.Errors.empty();
      LoopCounts Here = countLoops(E.Result.Loops);
      Loops.Transformed += Here.Transformed;
      Loops.Refused += Here.Refused;
      Loops.Repetition += Here.Repetition;
      Loops.Skipped += Here.Skipped;
      for (const LoopReport &L : E.Result.Loops) {
        std::set<Diag> Once;
        for (const Diagnostic &D : L.Diagnostics)
          if (L.S == LoopReport::Status::Refused && diagSeverity(D.D) != Severity::Note &&
              Once.insert(D.D).second)
            ++Codes[D.D];
      }
    }
  }

  std::vector<std::pair<Diag, unsigned>> byNumber() const {
    std::vector<std::pair<Diag, unsigned>> Result(Codes.begin(), Codes.end());
    llvm::sort(Result, [](auto &A, auto &B) { return std::tie(B.second, A.first) < std::tie(A.second, B.first); });
    return Result;
  }

  const ToolOptions &Options;
  HostFlags Flags;
  DiagnosticSink &Sink;
  SourceTree Tree;
  std::vector<Examined> All;
  unsigned Failed = 0;
  LoopCounts Loops;
  std::map<Diag, unsigned> Codes;
};
} // namespace

ExitCode examine(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime,
                 DiagnosticSink &Sink) {
  Examiner E(Options, Runtime ? Runtime->Include : "", Sink);
  ExitCode Code = E.run();
  if (Code != ExitDone && !sys::fs::is_directory(Options.Examine))
    return Code;
  bool Written = true;
  if (Options.Format == ReportFormat::Json)
    Written = writeJson(Options, E.json(), Sink);
  else {
    std::string Text;
    raw_string_ostream OS(Text);
    E.print(OS);
    if (Options.ReportFile.empty())
      outs() << OS.str();
    else
      Written = writeText(Options.ReportFile, OS.str(), Sink);
  }
  return Written ? Code : ExitUsage;
}

} // namespace persistify
