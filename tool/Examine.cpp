//===- Examine.cpp - statistics over a source tree -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Changed.h"
#include "HostFlags.h"
#include "Inputs.h"
#include "Programs.h"
#include "Show.h"
#include "ShownPaths.h"
#include "Statistics.h"
#include "Transform.h"
#include "persistify/Containment.h"
#include "persistify/Driver.h"
#include "persistify/OutputLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

using namespace llvm;

namespace persistify {

namespace {
/// What became of one program.
struct Examined {
  Program P;
  DriverResult Result;
  std::vector<Diagnostic> Errors; ///< why it could not be analysed
  std::vector<std::pair<std::string, Diagnostic>> Dropped; ///< host files without which it was, with their first errors
};

/// "[3/41] src/host.cpp" on stderr, on one line of a terminal.
class ProgressLine {
public:
  ProgressLine(const ToolOptions &Options, size_t Total)
      : Terminal(sys::Process::StandardErrIsDisplayed()), On((Terminal || Options.Progress) && !Options.Quiet),
        Total(Total) {}
  ~ProgressLine() {
    if (On && Terminal && Count)
      errs() << "\r\033[K";
  }
  void next(StringRef Path) {
    std::lock_guard<std::mutex> Lock(Mutex);
    ++Count;
    if (!On)
      return;
    errs() << (Terminal ? "\r\033[K" : "") << formatv("[{0}/{1}] {2}", Count, Total, Path) << (Terminal ? "" : "\n");
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
      : Options(Options), Flags(Options.HostFlags, RuntimeInclude), Shown(Options), Sink(Sink) {}

  ExitCode run() {
    bool Readable = Tree.read(Options.Examine, Sink);
    if (!sys::fs::is_directory(Options.Examine) || !loadDatabase())
      return ExitUsage;
    Tree.FlagsOf = [&](StringRef Path) { return Flags.given(Path); };
    Flags.addFolders(Tree.includeFolders());
    for (Program &P : Tree.programs())
      All.push_back({std::move(P), {}, {}, {}});
    ProgressLine Progress(Options, All.size());
    DefaultThreadPool Pool(hardware_concurrency(Options.Jobs));
    for (Examined &E : All)
      Pool.async([&] {
        Progress.next(Shown(E.P.Host));
        DiagnosticSink Own;
        guarded([&] { examine(E); }, Own);
        append_range(E.Errors, Own.all());
      });
    Pool.wait();
    if (!Options.ChangedFile.empty()) {
      const std::optional<ChangedLines> Changed = ChangedLines::read(Options.ChangedFile, Sink);
      if (!Changed)
        return ExitUsage;
      for (Examined &E : All)
        Changed->keepTouched(E.Result.Loops);
    }
    count();
    for (Examined &E : All)
      if (!Options.StatsFile.empty() && !readStatistics(Options.StatsFile, E.Result.Loops, Sink))
        return ExitUsage;
    if (Options.HostFlags.empty() && !AnyDatabase && any_of(All, [](const Examined &E) { return mayLackFlags(E); }))
      Sink.report(Diag::NoteNoFlags, {});
    return Readable ? codeOfAll() : ExitUsage;
  }

  /// A tree of which nothing could be analysed is an error, what the worst program says; else those that could count.
  ExitCode codeOfAll() const {
    ExitCode Code = ExitDone;
    if (!All.empty() && Failed == All.size() && !planted("unanalysed-is-done"))
      for (const Examined &E : All)
        Code = std::max(Code, worst(E.Errors));
    return Code;
  }

  void print(raw_ostream &OS) const {
    std::set<std::string> Shown; // files belong to several programs
    auto Show = [&](const std::string &Line) {
      if (Shown.insert(Line).second)
        OS << Line << "\n";
    };
    auto Not = [&](const std::string &Path, const Diagnostic &D) {
      Show(formatv("{0}: not analysed: {1} [{2}]", Path, D.message(), diagCode(D.D)));
    };
    for (const Examined &E : All) {
      for (auto &[Path, D] : E.Dropped)
        Not(Path, D);
      if (!E.Errors.empty())
        Not(E.P.Host, E.Errors.front());
      std::string Loops;
      raw_string_ostream Lines(Loops);
      showLoops(E.Result, /*Analysed=*/true, Lines);
      for (StringRef Rest = StringRef(Lines.str()).rtrim('\n'); !Rest.empty();) {
        auto [Line, More] = Rest.split('\n');
        Show(Line.str());
        Rest = More;
      }
    }
    auto Row = [&](StringRef What, uint64_t N) { OS << formatv("  {0,-32} {1,6}\n", What, N); };
    OS << Options.Examine << ":\n";
    Row("host files", Tree.Hosts.size());
    Row("  that use OpenCL", usingOpenCL());
    Row("programs", All.size());
    Row("  that could not be analysed", Failed);
    Row("kernel files", Tree.Kernels.size());
    Row("loops that launch kernels", Loops.candidates() + Loops.Repetition + Loops.Skipped);
    Row("  transformed", Loops.Transformed);
    Row("  refused", Loops.Refused);
    Row("  repetition (timing)", Loops.Repetition);
    Row("  skipped", Loops.Skipped);
    if (Failed)
      OS << formatv("{0} of {1} programs could not be analysed: their loops are not in these numbers\n", Failed,
                    All.size());
    if (!Codes.empty())
      OS << "refused loops by code:\n";
    for (auto &[D, N] : byNumber())
      OS << formatv("  {0} {1,6}  {2}\n", diagCode(D), N, generalText(D));
    std::vector<const LoopReport *> Ranked = ranked();
    if (!Ranked.empty())
      OS << "transformed loops by expected gain:\n";
    for (size_t I = 0; I < Ranked.size(); ++I)
      OS << formatv("  {0,4}  {1}:{2}: {3}\n", I + 1, Ranked[I]->Range.File, Ranked[I]->Range.Line,
                    promiseText(*Ranked[I]));
  }

  /// All programs as one report.
  Report whole(StringRef Pages) const {
    Report R;
    R.Version = PERSISTIFY_VERSION;
    R.Severities = Options.Severities;
    R.Folder = Options.Examine;
    R.Pages = Pages.str();
    for (const Examined &E : All) {
      for (const LoopReport &L : E.Result.Loops)
        if (counts(L)) {
          R.Loops.push_back(L);
          R.Loops.back().Program = R.Programs.size();
        }
      ReportProgram P = reportProgram(Options, E.Result, {});
      P.Host = E.P.Host;
      P.Kernels = E.P.Kernels;
      R.Programs.push_back(std::move(P));
      append_range(R.Diagnostics, E.Errors);
    }
    return R;
  }

  json::Value json() const {
    json::Array Ranking;
    for (const LoopReport *L : ranked()) {
      json::Object One{{"place", jsonRange(L->Range)}, {"text", promiseText(*L)}};
      if (L->Runs && L->Runs->expectedGain())
        One["gainMs"] = *L->Runs->expectedGain();
      if (L->Account) {
        One["commands"] = L->Account->commandsInTrip();
        One["barriers"] = L->Account->barriersInTrip();
      }
      Ranking.push_back(std::move(One));
    }
    json::Array Programs;
    for (const Examined &E : All) {
      json::Array Hosts, Kernels, Errors;
      for (const std::string &H : E.P.Hosts)
        Hosts.push_back(H);
      for (const std::string &K : E.P.Kernels)
        Kernels.push_back(K);
      Report R;
      R.Loops = E.Result.Loops;
      R.Severities = Options.Severities;
      for (auto &[Path, D] : E.Dropped)
        Errors.push_back(jsonDiagnostic(D, Options.Severities));
      for (const Diagnostic &D : E.Errors)
        Errors.push_back(jsonDiagnostic(D, Options.Severities));
      json::Value Whole = jsonReport(R);
      Programs.push_back(json::Object{{"host", E.P.Host},
                                      {"hosts", std::move(Hosts)},
                                      {"kernels", std::move(Kernels)},
                                      {"analysed", E.Errors.empty()},
                                      {"errors", std::move(Errors)},
                                      {"loops", std::move(*Whole.getAsObject()->getArray("loops"))}});
    }
    json::Object ByCode;
    for (auto &[D, N] : Codes)
      ByCode[diagCode(D)] = N;
    return json::Object{{"schema", 1},
                        {"tool", json::Object{{"name", "persistify"}, {"version", PERSISTIFY_VERSION}}},
                        {"folder", Options.Examine},
                        {"files", json::Object{{"hosts", int64_t(Tree.Hosts.size())},
                                               {"usingOpenCL", usingOpenCL()},
                                               {"programs", int64_t(All.size())},
                                               {"notAnalysed", Failed},
                                               {"kernels", int64_t(Tree.Kernels.size())}}},
                        {"summary", json::Object{{"loops", Loops.candidates() + Loops.Repetition + Loops.Skipped},
                                                 {"transformed", Loops.Transformed},
                                                 {"refused", Loops.Refused},
                                                 {"repetition", Loops.Repetition},
                                                 {"skipped", Loops.Skipped}}},
                        {"codes", std::move(ByCode)},
                        {"ranking", std::move(Ranking)},
                        {"programs", std::move(Programs)}};
  }

private:
  bool loadDatabase() {
    AnyDatabase = !Options.BuildDir.empty();
    if (AnyDatabase)
      return Flags.loadDatabase(Options.BuildDir, Sink);
    std::optional<std::string> Folder = HostFlags::buildFolder(Options.Examine);
    AnyDatabase = Folder.has_value();
    return !Folder || Flags.loadDatabase(*Folder, Sink);
  }

  /// Whether a host file of the program has syntax errors, perhaps for want of flags.
  static bool mayLackFlags(const Examined &E) {
    auto Syntax = [](const Diagnostic &D) { return D.D == Diag::ParseError && !isKernelFile(D.Range.File); };
    return any_of(E.Errors, Syntax) || any_of(E.Dropped, [&](auto &Without) { return Syntax(Without.second); });
  }

  void examine(Examined &E) {
    DiagnosticSink Own;
    std::map<std::string, std::string> InTree; // the same as the tree has them
    for (std::vector<std::string> *Paths : {&E.P.Hosts, &E.P.Others, &E.P.Kernels})
      for (std::string &Path : *Paths) {
        const std::string Found = std::exchange(Path, Shown(Path));
        InTree.try_emplace(Path, Found);
      }
    E.P.Host = Shown(E.P.Host);
    std::vector<HostFile> Hosts;
    DriverOptions Driver;
    auto Take = [&](const std::string &Path, std::vector<HostFile> &To) {
      if (std::optional<std::string> Text = readFile(Path, Own))
        To.push_back({Path, std::move(*Text), Flags.of(Path)});
    };
    for (const std::string &Path : E.P.Hosts)
      Take(Path, Hosts);
    for (const std::string &Path : E.P.Others)
      Take(Path, Driver.Context);
    std::vector<KernelSource> Kernels;
    for (const std::string &Path : E.P.Kernels)
      if (std::optional<std::string> Kernel = readFile(Path, Own))
        Kernels.push_back({Path, std::move(*Kernel), kernelFlagsFor(Options, Path)});
    E.Errors = Own.all().vec();
    if (!E.Errors.empty())
      return;
    Driver.Root = rootOfProgram(E.P);
    Driver.Hints = Options.Hints;
    Driver.KernelFlags = kernelFlagsFor(Options, "");
    Program Whole = E.P; // with helpers that change
    while (true) {
      E.Result = runPipeline(Kernels, Hosts, Driver, [&](const HostFile &H) {
        Whole.Hosts.push_back(H.Path);
        Driver.Root = rootOfProgram(Whole);
        return true;
      });
      Shown.tidy(E.Result);
      auto Broken = [&](const std::string &Path) -> const Diagnostic * {
        std::set<std::string> Files{normalPath(Path)};
        if (!isKernelFile(Path)) {
          std::lock_guard<std::mutex> Lock(Mutex);
          for (const std::string &Header : Tree.headersOf(InTree.at(Path)))
            Files.insert(normalPath(Header));
        }
        auto It = find_if(E.Result.Diagnostics, [&](const Diagnostic &D) {
          return D.D == Diag::ParseError && Files.count(normalPath(D.Range.File));
        });
        return It == E.Result.Diagnostics.end() ? nullptr : &*It;
      };
      // The others show what they can without a file of theirs.
      const size_t Files = Hosts.size();
      erase_if(Hosts, [&](const HostFile &H) {
        const Diagnostic *Error = H.Path == E.P.Host ? nullptr : Broken(H.Path);
        if (Error)
          E.Dropped.push_back({H.Path, *Error});
        return Error != nullptr;
      });
      if (Hosts.size() != Files)
        continue;
      // A kernel file of the folder that does not parse is perhaps no part of
      // this program.
      size_t Before = Kernels.size();
      if (!E.P.Named)
        erase_if(Kernels, [&](const KernelSource &K) { return Broken(K.Path); });
      if (Kernels.size() == Before)
        break;
    }
    copy_if(E.Result.Diagnostics, std::back_inserter(E.Errors),
            [](const Diagnostic &D) { return exitCodeOf(D.D) != ExitDone; });
    takeUnchanged(E);
    E.P.Kernels.clear();
    for (const KernelSource &K : Kernels)
      E.P.Kernels.push_back(K.Path);
  }

  /// The one that a run over this program has: what can be changed depends on it.
  std::string rootOfProgram(const Program &P) {
    std::vector<std::string> Paths = P.Kernels;
    append_range(Paths, P.Hosts);
    if (planted("examine-root"))
      return "";
    if (!Options.Root.empty())
      if (std::string Given = normalPath(Options.Root); liesIn(commonDirectory(Paths), Given))
        return Given;
    std::lock_guard<std::mutex> Lock(Mutex);
    return rootOf(Paths, Tree.Files);
  }

  /// No loop that was seen is without a line: those of headers that cannot be changed are refused ones here.
  static void takeUnchanged(Examined &E) {
    for (const Diagnostic &D : E.Result.Diagnostics)
      if (D.D == Diag::LoopCrashed) {
        E.Dropped.push_back({D.Range.File, D});
      } else if (D.D == Diag::NoteLoopInHeader && !planted("examine-headers")) {
        LoopReport L;
        L.Range = D.Range;
        L.S = LoopReport::Status::Refused;
        L.Diagnostics = {D};
        E.Result.Loops.push_back(std::move(L));
      }
  }

  int64_t usingOpenCL() const {
    std::set<std::string> Files;
    for (const Examined &E : All)
      Files.insert(E.P.Hosts.begin(), E.P.Hosts.end());
    return Files.size();
  }

  /// A loop in a file of several programs counts once: as transformed, if it is in one of them.
  void count() {
    std::map<std::tuple<std::string, unsigned, unsigned>, const LoopReport *> Places;
    for (const Examined &E : All) {
      Failed += !E.Errors.empty();
      for (const LoopReport &L : E.Result.Loops) {
        const LoopReport *&Best = Places[{normalPath(L.Range.File), L.Range.Line, L.Range.Column}];
        if (!Best || (Best->S != LoopReport::Status::Transformed && L.S == LoopReport::Status::Transformed))
          Best = &L;
      }
    }
    for (auto &[At, L] : Places) {
      Counted.insert(L);
      LoopCounts Here = countLoops({*L});
      Loops.Transformed += Here.Transformed;
      Loops.Refused += Here.Refused;
      Loops.Repetition += Here.Repetition;
      Loops.Skipped += Here.Skipped;
      std::set<Diag> Once;
      for (const Diagnostic &D : L->Diagnostics)
        if (L->S == LoopReport::Status::Refused && isReason(D.D) && Once.insert(D.D).second)
          ++Codes[D.D];
    }
  }

  /// A loop of several programs is one.
  bool counts(const LoopReport &L) const { return Counted.count(&L) || planted("ranked-twice"); }

  /// The transformed loops, those first that promise more.
  std::vector<const LoopReport *> ranked() const {
    std::vector<const LoopReport *> Result;
    for (const Examined &E : All)
      for (const LoopReport &L : E.Result.Loops)
        if (L.S == LoopReport::Status::Transformed && counts(L))
          Result.push_back(&L);
    return byPromise(std::move(Result));
  }

  std::vector<std::pair<Diag, unsigned>> byNumber() const {
    std::vector<std::pair<Diag, unsigned>> Result(Codes.begin(), Codes.end());
    llvm::sort(Result, [](auto &A, auto &B) { return std::tie(B.second, A.first) < std::tie(A.second, B.first); });
    return Result;
  }

  const ToolOptions &Options;
  HostFlags Flags;
  const ShownPaths Shown;
  DiagnosticSink &Sink;
  SourceTree Tree;
  std::mutex Mutex; ///< of Tree, when several programs are examined
  std::vector<Examined> All;
  std::set<const LoopReport *> Counted; ///< a loop of several programs once
  bool AnyDatabase = false; ///< of flags
  unsigned Failed = 0;
  LoopCounts Loops;
  std::map<Diag, unsigned> Codes;
};
} // namespace

ExitCode listPrograms(const ToolOptions &Options, DiagnosticSink &Sink) {
  json::Array All;
  std::vector<std::string> Folders = Options.Inputs;
  if (Folders.empty()) // the files of the database
    Folders.push_back("");
  for (const std::string &Folder : Folders) {
    SourceTree Tree;
    if (!Folder.empty() && !Tree.read(Folder, Sink))
      return ExitUsage;
    std::string Database = Options.BuildDir;
    if (std::optional<std::string> Place = HostFlags::buildFolder(Folder); Place && Database.empty() && Options.Config)
      Database = *Place;
    HostFlags Flags(Options.HostFlags, "");
    if (!Database.empty() && !Flags.loadDatabase(Database, Sink))
      return ExitUsage;
    if (Folder.empty())
      Tree.Hosts = Flags.files();
    Tree.FlagsOf = [&](StringRef Path) { return Flags.given(Path); };
    auto List = [](ArrayRef<std::string> Paths) {
      json::Array A;
      for (const std::string &Path : Paths)
        A.push_back(Path);
      return A;
    };
    const ShownPaths Shown(Options);
    const std::vector<std::string> Headers = Shown(Tree.includeFolders());
    std::string Line;
    for (Program &P : Tree.programs()) {
      P.Host = Shown(P.Host);
      for (std::vector<std::string> *Paths : {&P.Hosts, &P.Others, &P.Kernels})
        *Paths = Shown(*Paths);
      if (Options.Format == ReportFormat::Json) {
        json::Object O{{"host", P.Host},           {"hosts", List(P.Hosts)},
                       {"others", List(P.Others)}, {"kernels", List(P.Kernels)},
                       {"named", P.Named},         {"main", Tree.Files.definesMain(P.Host)},
                       {"headers", List(Headers)}};
        if (!Database.empty())
          O["database"] = Shown(Database);
        All.push_back(std::move(O));
        continue;
      }
      Line += join(P.Hosts, " ");
      if (P.Named)
        Line += " " + join(P.Kernels, " ");
      Line += "\n";
    }
    outs() << Line;
  }
  if (Options.Format == ReportFormat::Json)
    outs() << formatv("{0:2}\n", json::Value(std::move(All)));
  return ExitDone;
}

ExitCode examine(const ToolOptions &Options, const std::optional<RuntimeFiles> &Runtime, StringRef Pages,
                 TextReport &Text, DiagnosticSink &Sink) {
  Examiner E(Options, Runtime ? Runtime->Include : "", Sink);
  ExitCode Code = E.run();
  if (Code != ExitDone && !sys::fs::is_directory(Options.Examine))
    return Code;
  bool Written = true;
  if (Options.Format != ReportFormat::Text) {
    Written = writeDocument(
        Options,
        Options.Format == ReportFormat::Json ? documentOf(E.json()) : documentOf(Options, E.whole(Pages), Text), Sink);
  } else {
    std::string Plain;
    raw_string_ostream OS(Plain);
    E.print(OS);
    if (Options.ReportFile.empty())
      outs() << OS.str();
    else
      Written = writeText(Options.ReportFile, OS.str(), Sink);
  }
  return Written ? Code : ExitUsage;
}

} // namespace persistify
