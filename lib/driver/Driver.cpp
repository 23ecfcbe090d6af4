//===- Driver.cpp - the pipeline -------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Driver.h"
#include "OutputTree.h"
#include "Pipeline.h"
#include "persistify/Containment.h"
#include "persistify/Emit.h"
#include "persistify/Identity.h"
#include "persistify/Join.h"
#include "persistify/Host.h"
#include "persistify/OutputLayout.h"
#include "persistify/OwnNames.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/ThreadPool.h"

extern "C" const char persistify_device_text[];

using namespace persistify;
using namespace persistify::driver;

namespace {

class Pipeline {
public:
  Pipeline(const std::vector<KernelSource> &Kernels, const std::vector<HostFile> &Hosts,
           const DriverOptions &Options)
      : Kernels(Kernels), Hosts(Hosts), Options(Options) {}

  DriverResult run() {
    std::vector<HostFacts> Facts(Hosts.size());
    parseHosts(Facts);
    for (const auto &Unit : Units)
      if (Unit)
        addFilesRead(Unit->getSourceManager(), Result.FilesRead);
    layout();
    if (Sink.all().empty()) {
      includedHosts();
      changedHeaders();
      Facts.resize(Hosts.size());
      joinFacts(Facts);
      loadKernels(Facts);
    }
    chooseNames();
    if (!Sink.all().empty()) {
      Result.Diagnostics = Sink.all().vec();
      return std::move(Result);
    }
    joinHosts();
    std::vector<std::vector<CandidateLoop>> Loops;
    std::set<std::string> OwnBarriers;
    for (const Source &S : Sources)
      for (const KernelSummary &K : S.Model ? S.Model->kernels() : llvm::ArrayRef<KernelSummary>())
        if (!K.OwnBarrier.empty())
          OwnBarriers.insert(K.Name);
    for (Host = 0; Host < Hosts.size(); ++Host) {
      Loops.emplace_back();
      const unsigned Of = unitOf(Hosts, Host);
      clang::ASTUnit &Unit = Joined[Of].Unit ? *Joined[Of].Unit : *Units[Of];
      const Edited Here(Unit, Hosts[Host].Within ? Hosts[Host].Path : "");
      if (Ended E = contained(
              [&] {
                Loops.back() = findCandidates(Unit, HostOpts, Hints[Host], OwnBarriers);
              },
              Extent::File);
          !E) {
        new (&Loops.back()) std::vector<CandidateLoop>(); // what it held is lost
        crashed(E, Hosts[Host].Path, "looked for loops in this file");
      }
      for (const CandidateLoop &C : Loops.back())
        if (C.R)
          WithLoops.insert(C.Function);
    }
    for (Host = 0; Host < Hosts.size(); ++Host)
      for (CandidateLoop &C : Loops[Host])
        candidate(C, Result.Loops);
    dropCovered();
    inHeaders();
    unusedHints();
    notJoined();
    Joined.clear();
    Units.clear();
    agree();
    if (!Options.ListOnly)
      readMacros();
    if (Options.WithCheck && !Options.ListOnly)
      check();
    for (const Source &S : Sources)
      if (S.Literal)
        Result.Literals.push_back({S.Text.Path, S.Text.Text});
    for (Transformed &T : Done) {
      LoopReport &L = Result.Loops[T.Report];
      if (!contained([&] { L.Account = account(*T.P); })) {
        new (&L.Account) std::optional<LoopAccount>();
        continue;
      }
      L.Explain = explain(*L.Account);
    }
    if (!Options.ListOnly)
      files();
    return std::move(Result);
  }

private:
  /// Says so about what is no single loop.
  void crashed(const Ended &E, const std::string &File, const std::string &Doing) {
    SourceRange At;
    At.File = File;
    Result.Diagnostics.push_back({Diag::LoopCrashed, At, {E.How, Doing}});
  }

  // ---- inputs

  void parseHosts(std::vector<HostFacts> &Facts) {
    std::vector<DiagnosticSink> Sinks(Hosts.size());
    Units.resize(Hosts.size());
    Hints.resize(Hosts.size());
    MacrosOf.resize(Hosts.size());
    auto Parse = [&](size_t I) {
      HostFile &H = Hosts[I];
      HostParts Met;
      Units[I] = parseHost(H.Path, H.Text, H.Flags, Sinks[I], &Met);
      if (!Units[I])
        return;
      for (bool Version : {true, false}) {
        std::vector<std::string> Flags = flagsOfGcc(*Units[I], H.Flags, Version);
        DiagnosticSink Unused;
        HostParts Its;
        auto Unit = Flags.empty() ? nullptr : parseHost(H.Path, H.Text, Flags, Unused, &Its);
        if (!Unit)
          continue;
        Units[I] = std::move(Unit);
        Met = std::move(Its);
        H.Flags = std::move(Flags);
        break;
      }
      if (Ended E = contained([&] { Facts[I] = hostFacts(*Units[I]); }, Extent::File); !E) {
        new (&Facts[I]) HostFacts();
        Sinks[I].report(E.Crashed ? Diag::Internal : Diag::ParseError, {}, {"the tool " + E.How + " while it read '" + H.Path + "'"});
        return;
      }
      Hints[I] = Options.Hints;
      addHints(Met.Pragmas, Hints[I], Sinks[I]);
      MacrosOf[I] = std::move(Met.Macros);
    };
    forEachHost(Parse);
    for (const DiagnosticSink &S : Sinks) // in the order of the command line
      for (const Diagnostic &D : S.all())
        Sink.report(D);
  }

  void forEachHost(llvm::function_ref<void(size_t)> Do) const {
    if (Options.Jobs > 1 && Hosts.size() > 1) {
      llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Jobs));
      for (size_t I = 0; I < Hosts.size(); ++I)
        Pool.async(Do, I);
      Pool.wait();
    } else {
      for (size_t I = 0; I < Hosts.size(); ++I)
        Do(I);
    }
  }

  /// Gives each file the bodies of the functions that the others define.
  void joinHosts() {
    Joined.resize(Hosts.size());
    const size_t Given = llvm::count_if(Hosts, [](const HostFile &H) { return !H.Within; }); // they come first
    if (Given + Options.Context.size() < 2)
      return;
    FileJoiner Files;
    for (size_t I = 0; I < Given; ++I)
      Files.add(Hosts[I], *Units[I]);
    for (bool Grown = true; Grown;) { // until nothing leads on
      Grown = false;
      for (const HostFile &H : Options.Context) {
        if (Read.count(&H) || !Files.mayLead(H.Text))
          continue;
        Grown = Read.insert(&H).second;
        DiagnosticSink Unused;
        if (auto Unit = parseHost(H.Path, H.Text, H.Flags, Unused)) {
          Files.add(H, *Unit);
          runtimeNamesOf(*Unit, std::nullopt);
          addFilesRead(Unit->getSourceManager(), Result.FilesRead);
        }
      }
    }
    forEachHost([&](size_t I) {
      if (!Hosts[I].Within && !contained([&] { Joined[I] = Files.join(I); }, Extent::File))
        new (&Joined[I]) JoinedUnit(); // the file by itself does
    });
  }

  /// Headers with loops are changed too.
  void changedHeaders() {
    for (const auto &Unit : Units) {
      IncludedLoops Loops = loopsInHeaders(*Unit);
      InHeaders.push_back(std::move(Loops.Own));
      Marked.push_back(std::move(Loops.Marked));
    }
    addChangedHeaders(Hosts, Units, InHeaders, AllInputs, Root, OutPaths, Kernels.size());
    if (!Options.Out.empty() && !Options.ListOnly)
      OtherFiles = outputPlan().settle(Units).What;
    for (size_t I = Units.size(); I < Hosts.size(); ++I) {
      Hints.push_back(Options.Hints);
      std::vector<Hint> &Its = Hints[*Hosts[I].Within];
      auto Own = [&](const Hint &H) { return H.Range.valid() && H.Range.File == Hosts[I].Path; };
      llvm::copy_if(Its, std::back_inserter(Hints.back()), Own);
      llvm::erase_if(Its, Own);
    }
    Units.resize(Hosts.size());
  }

  /// Functions whose meaning could not be shown matter where loops were refused.
  /// A header that several files include is told of once, one that is given not at all.
  void inHeaders() {
    std::set<std::pair<std::string, unsigned>> Told;
    InHeaders.insert(InHeaders.end(), Marked.begin(), Marked.end());
    for (const std::vector<SourceRange> &Loops : InHeaders)
      for (const SourceRange &At : Loops)
        if (llvm::none_of(Hosts, [&](const HostFile &H) { return normalPath(H.Path) == normalPath(At.File); }) &&
            Told.insert({At.File, At.Line}).second)
          Result.Diagnostics.push_back({Diag::NoteLoopInHeader, At, {}});
  }

  void notJoined() {
    std::map<JoinedUnit::Left, std::vector<std::string>> Where; // each is told of once
    for (size_t I = 0; I < Joined.size(); ++I)
      if (llvm::none_of(Result.Loops, [&](const LoopReport &L) {
            return L.Range.File == Hosts[I].Path && L.S != LoopReport::Status::Refused;
          }))
        for (const JoinedUnit::Left &Left : Joined[I].NotJoined)
          Where[Left].push_back(Hosts[I].Path);
    for (auto &[Left, Files] : Where) {
      const size_t Others = Files.size() - 1;
      std::string Behind = Files.front();
      if (Others)
        Behind += " and " + std::to_string(Others) + (Others > 1 ? " other files" : " other file");
      if (!Left.Why.empty())
        Behind += " (" + Left.Why + ")";
      Result.Diagnostics.push_back(
          {Diag::NoteNotJoined,
           {},
           {Left.Function.empty() ? "what " + Left.File + " defines" : "'" + Left.Function + "' of " + Left.File, Behind}});
    }
  }

  static void addHints(const std::vector<PragmaText> &Pragmas, std::vector<Hint> &To, DiagnosticSink &Sink) {
    for (const PragmaText &P : Pragmas) {
      size_t First = To.size();
      std::string Error;
      if (!parseHints(P.Text, To, Error))
        Sink.report(Diag::ParseError, P.Range, {Error});
      for (size_t I = First; I < To.size(); ++I)
        To[I].Range = P.Range;
    }
  }

  /// Hints that changed nothing: misspelt, or not needed. An option counts as
  /// used when any host file used it.
  void unusedHints() {
    if (Options.ListOnly)
      return;
    for (const std::vector<Hint> &OfHost : Hints)
      for (size_t I = 0; I < OfHost.size(); ++I) {
        const Hint &H = OfHost[I];
        bool IsOption = I < Options.Hints.size();
        bool Used = H.Used;
        for (const std::vector<Hint> &Other : Hints)
          Used |= IsOption && Other[I].Used;
        if (!Used && !H.Default && (!IsOption || &OfHost == &Hints.front()))
          Result.Diagnostics.push_back({Diag::HintUnused, H.Range, {H.Text}});
      }
  }

  void layout() {
    for (const KernelSource &K : Kernels)
      AllInputs.push_back(K.Path);
    for (const HostFile &H : Hosts)
      AllInputs.push_back(H.Path);
    Root = Options.Root.empty() ? commonDirectory(AllInputs) : Options.Root;
    OutPaths = outputPaths(AllInputs, Root);
  }

  /// Given files whose text stands in others, too.
  void includedHosts() {
    for (const auto &Unit : Units) {
      std::map<std::string, unsigned> Times;
      for (const ReachedFile &R : filesReached(Unit->getSourceManager())) {
        const bool Main = Times.empty();
        const unsigned Time = ++Times[R.Path];
        for (HostFile &H : Hosts)
          if (!Main && normalPath(H.Path) == R.Path) {
            H.Included = true;
            if (Time > 1)
              ReadTwice.insert(R.Path);
          }
      }
    }
  }

  OutputPlan outputPlan() { return {Kernels, Hosts, OutPaths, AllInputs, Root, Options.Out, Uncopied}; }

  const std::string &hostOut(unsigned I) const { return OutPaths[Kernels.size() + I]; }

  static std::vector<std::string> splitFlags(const std::vector<std::string> &Options) {
    std::vector<std::string> Flags;
    llvm::BumpPtrAllocator A;
    llvm::StringSaver Saver(A);
    for (const std::string &O : Options) {
      llvm::SmallVector<const char *, 8> Argv;
      llvm::cl::TokenizeGNUCommandLine(O, Saver, Argv);
      for (size_t I = 0; I < Argv.size(); ++I) {
        std::string F = Argv[I];
        if (llvm::is_contained({"-D", "-I", "-U"}, llvm::StringRef(F)) && I + 1 < Argv.size())
          F += Argv[++I];
        if (F != "-Werror" && !llvm::is_contained(Flags, F))
          Flags.push_back(std::move(F));
      }
    }
    return Flags;
  }

  /// Flags of these options. Folders count from where the program runs: perhaps here, perhaps beside a host file.
  std::vector<std::string> kernelFlags(const std::vector<std::string> &Options) const {
    std::vector<std::string> Flags = splitFlags(Options);
    for (std::string &F : Flags)
      if (llvm::StringRef Folder = F; Folder.consume_front("-I") && !llvm::sys::fs::is_directory(Folder))
        for (const HostFile &H : Hosts) {
          llvm::SmallString<256> Beside(llvm::sys::path::parent_path(H.Path));
          llvm::sys::path::append(Beside, Folder);
          if (llvm::sys::path::is_relative(Folder) && llvm::sys::fs::is_directory(Beside)) {
            F = ("-I" + Beside).str();
            break;
          }
        }
    return Flags;
  }

  void loadKernels(const std::vector<HostFacts> &Facts) {
    std::vector<std::string> BuildOptions, Likely, Others;
    for (const HostFacts &F : Facts) {
      llvm::append_range(BuildOptions, F.BuildOptions);
      llvm::append_range(Likely, F.LikelyOptions);
      for (const std::string &O : F.OtherOptions)
        if (!O.empty() && !llvm::is_contained(Others, O))
          Others.push_back(O);
    }
    const bool Example = !Likely.empty();
    llvm::append_range(BuildOptions, Likely); // the last one counts
    const std::vector<std::string> Constant = kernelFlags(BuildOptions);
    for (size_t I = 0; I < Kernels.size(); ++I) {
      Source S;
      S.Text = Kernels[I];
      S.OutPath = OutPaths[I];
      S.Text.Varies = !S.Text.Flags.empty() || Example;
      if (S.Text.Flags.empty())
        S.Text.Flags = Constant;
      Sources.push_back(std::move(S));
    }
    for (size_t H = 0; H < Hosts.size(); ++H)
      for (auto &[Range, Text] : Facts[H].LiteralSources) {
        Source S;
        S.Text.Path = "<" + Hosts[H].Path + ":" + std::to_string(Range.Line) + ">";
        S.Text.Text = Text;
        S.Text.Flags = Options.KernelFlags.empty() ? Constant : Options.KernelFlags;
        S.OutPath = hostOut(H);
        S.Text.Varies = !Options.KernelFlags.empty() || Example;
        S.Literal = true;
        S.Range = Range;
        Sources.push_back(std::move(S));
      }
    DiagnosticSink OfFiles;
    for (Source &S : Sources) {
      DiagnosticSink Own;
      read(S, Own);
      // A program may have several, each with options of its own: those with which the text compiles are its.
      if (!S.Model && S.Crash.empty() && (S.Literal ? Options.KernelFlags.empty() : S.Text.Flags == Constant))
        for (const std::string &O : Others) {
          Source Other;
          Other.Text = S.Text;
          Other.Text.Flags = kernelFlags({O});
          Other.Text.Varies = true;
          Other.Literal = S.Literal;
          DiagnosticSink Unused;
          read(Other, Unused);
          if (!Other.Model)
            continue;
          S.Text = std::move(Other.Text);
          S.Model = std::move(Other.Model);
          new (&Own) DiagnosticSink();
          break;
        }
      if (S.Model)
        S.Model->addFilesRead(Result.FilesRead);
      if (!S.Model && !Own.all().empty())
        S.Error = Own.all().front();
      // A literal that does not parse is the program's own affair.
      if (!S.Literal)
        for (const Diagnostic &D : Own.all())
          OfFiles.report(D);
    }
    // A file that does not compile stops those loops only that need its kernels.
    const bool Any = llvm::any_of(Sources, [](const Source &S) { return S.Model != nullptr; });
    for (const Diagnostic &D : OfFiles.all())
      if (!Any || D.D != Diag::ParseError)
        Sink.report(D);
    for (const Source &S : Sources)
      if (Any && !S.Literal && S.Error && S.Error->D == Diag::ParseError)
        Result.Diagnostics.push_back({Diag::NoteKernelsInvalid, S.Error->Range, {S.Text.Path, S.Error->message()}});
  }

  void read(Source &S, DiagnosticSink &Own) {
    if (Ended E = contained(
            [&] {
              if (planted("in-kernels") && !S.Literal)
                failIfPlanted();
              S.Model = KernelModel::create({S.Text}, Own);
            },
            Extent::File);
        !E) {
      (void)S.Model.release(); // half made
      new (&Own) DiagnosticSink();
      S.Crash = E.How;
    }
  }

  /// Generated code has names that neither a host file nor a kernel source has.
  void chooseNames() {
    HostOpts = Options.Host;
    std::set<std::string> Taken;
    auto Add = [&](llvm::StringRef Name) {
      if (Name.starts_with_insensitive("persistify"))
        Taken.insert(Name.str());
    };
    for (size_t I = 0; I < Units.size(); ++I)
      if (Units[I]) {
        forEachIdentifier(*Units[I], Add);
        runtimeNamesOf(*Units[I], I);
        if (!Units[I]->getLangOpts().CPlusPlus)
          HostOpts.InC.insert(normalPath(Hosts[I].Path));
      }
    for (const Source &S : Sources)
      if (S.Model)
        S.Model->forEachIdentifier(Add);
    for (const HostFile &H : Options.Context)
      forEachWord(H.Text, Add);
    while (!planted("host-names") &&
           llvm::any_of(Taken, [&](const std::string &Name) { return HostOpts.Names.mayBe(Name); }))
      HostOpts.Names = HostOpts.Names.next();
    nameFiles(Sources);
    nameTables(Sources, HostOpts.Names);
  }

  /// Names of the runtime cannot step aside. \p Of: the host file, or none.
  void runtimeNamesOf(clang::ASTUnit &Unit, std::optional<size_t> Of) {
    auto N = runtimeName(Unit);
    if (!N)
      return;
    for (size_t I = 0; I < Hosts.size(); ++I)
      if (N->External || Of == I)
        RuntimeNames.try_emplace(I, *N);
  }

  // ---- loops

  bool wanted(const SourceRange &R) const {
    if (Options.OnlyLoops.empty())
      return true;
    return llvm::any_of(Options.OnlyLoops, [&](const auto &L) {
      return L.second == R.Line && (L.first == R.File || normalPath(L.first) == normalPath(R.File) ||
                                    llvm::sys::path::filename(R.File) == L.first);
    });
  }

  void candidate(CandidateLoop &C, std::vector<LoopReport> &To) {
    LoopReport L;
    L.Range = C.Range;
    L.Function = C.Function;
    L.Calls = C.Calls;
    bool Wanted = wanted(C.Range);
    if (C.Skip) {
      L.S = LoopReport::Status::Skipped;
      To.push_back(L);
      return;
    }
    if (Options.ListOnly || !Wanted) {
      L.S = LoopReport::Status::Skipped;
      if (Wanted || Options.ListOnly)
        To.push_back(L);
      for (CandidateLoop &I : C.Inner)
        candidate(I, To);
      return;
    }
    if (C.R) {
      Transformed T;
      T.R = std::make_unique<Region>(std::move(*C.R));
      T.Host = Host;
      DiagnosticSink Why;
      bool Planned = false;
      if (Ended E = contained([&] { Planned = plan(T, Why); }); !E) {
        T.R.release(); // may be half written
        T.P.release();
        new (&Why) DiagnosticSink();
        Why.report(Diag::LoopCrashed, C.Range, {E.How, "planned this loop"});
        Planned = false;
      }
      if (Planned) {
        // An outer loop that only repeats inner ones (to time them), its own or
        // those of functions that it calls.
        bool Repeats =
            (!C.Inner.empty() || llvm::any_of(C.Calls, [&](const std::string &F) { return WithLoops.count(F); })) &&
            isRepetition(*T.P);
        if (Repeats && C.Force) {
          C.Force->Used = true;
        } else if (Repeats) {
          L.S = LoopReport::Status::Repetition;
          L.Diagnostics.push_back({Diag::NoteRepetition, C.Range, {}});
          To.push_back(L);
          for (CandidateLoop &I : C.Inner)
            candidate(I, To);
          return;
        }
        T.Entry = HostOpts.Names("region_" + llvm::Twine(Done.size() + 1));
        T.Report = To.size();
        L.S = LoopReport::Status::Transformed;
        L.Region = T.Entry;
        if (T.R->HostFloat)
          L.Diagnostics.push_back({Diag::NoteHostFloat, C.Range, {}});
        for (const RegionNote &N : T.R->Dropped)
          L.Diagnostics.push_back({Diag::NoteDropped, N.Range, {N.Text}});
        L.Diagnostics.insert(L.Diagnostics.end(), T.R->Remarks.begin(), T.R->Remarks.end());
        L.Diagnostics.insert(L.Diagnostics.end(), T.P->Remarks.begin(), T.P->Remarks.end());
        To.push_back(L);
        Done.push_back(std::move(T));
        return;
      }
      C.Refusals = Why.all().vec();
    }
    // Refused as a whole: perhaps its inner loops can move.
    std::vector<LoopReport> Inner;
    size_t Before = Done.size();
    for (CandidateLoop &I : C.Inner)
      candidate(I, Inner);
    if (Done.size() > Before) {
      if (!C.Refusals.empty())
        Inner[Done[Before].Report].Diagnostics.push_back(around(C.Range, C.Refusals.front()));
      for (size_t I = Before; I < Done.size(); ++I)
        Done[I].Report += To.size();
      To.insert(To.end(), Inner.begin(), Inner.end());
      return;
    }
    L.S = LoopReport::Status::Refused;
    L.Diagnostics = C.Refusals;
    for (const LoopReport &I : Inner)
      for (const Diagnostic &D : I.Diagnostics)
        if (llvm::none_of(L.Diagnostics, [&](const Diagnostic &X) {
              return X.D == D.D && X.Range.Begin == D.Range.Begin;
            }))
          L.Diagnostics.push_back(D);
    To.push_back(L);
  }

  /// Says of a loop that one in it moves, and why it does not itself.
  static Diagnostic around(const SourceRange &Loop, const Diagnostic &Why) {
    std::string Line = std::to_string(Why.Range.Line);
    if (Why.Range.File != Loop.File)
      Line += " of " + llvm::sys::path::filename(Why.Range.File).str();
    return {Diag::NoteAround, Loop, {Line, Why.message(), diagCode(Why.D).str()}};
  }

  /// A refused loop that only calls functions whose own launching loops were
  /// moved is the outer part of those nests: a nest counts once.
  void dropCovered() {
    auto Moved = [&](const std::vector<std::string> &Calls) -> LoopReport * {
      auto It = llvm::find_if(Result.Loops, [&](const LoopReport &L) {
        return L.S == LoopReport::Status::Transformed && llvm::is_contained(Calls, L.Function);
      });
      return It == Result.Loops.end() ? nullptr : &*It;
    };
    for (LoopReport &L : Result.Loops)
      if (LoopReport *In = L.S == LoopReport::Status::Refused ? Moved(L.Calls) : nullptr) {
        L.S = LoopReport::Status::Skipped;
        if (!L.Diagnostics.empty())
          In->Diagnostics.push_back(around(L.Range, L.Diagnostics.front()));
        L.Diagnostics.clear();
      }
  }

  /// Of the kernels that a handle may hold only those count that the loop can be used with.
  void dropUnsuited(Region &R) const {
    auto Suits = [&](unsigned K) {
      return llvm::any_of(Sources, [&](const Source &S) {
        const KernelSummary *Sum = S.Model ? S.Model->find(R.Kernels[K].Name) : nullptr;
        return Sum && suits(R, K, *Sum);
      });
    };
    for (unsigned K = 0; K < R.Kernels.size();) {
      std::string Name = R.Kernels[K].Name;
      SourceRange Rg = R.Slots[R.Kernels[K].Slot].Range;
      if (Suits(K) || !dropKernel(R, K)) {
        ++K;
        continue;
      }
      R.Notes.push_back({Rg, "not with kernel '" + Name + "', which the loop cannot be used with"});
      K = 0;
    }
  }

  /// The sources that define all kernels of a region. Of several those count that the program seems to make its
  /// kernels of: a name that is spelled there, or the text itself. Should that be wrong, the program will notice.
  std::vector<size_t> sourcesOf(const Region &R) const {
    std::vector<size_t> Fit, Told;
    for (size_t S = 0; S < Sources.size() && !R.Kernels.empty(); ++S) {
      const bool All = Sources[S].Model && llvm::all_of(R.Kernels, [&](const KernelUse &U) {
                         return Sources[S].Model->find(U.Name) != nullptr;
                       });
      if (All && llvm::none_of(Fit, [&](size_t F) { return Sources[F].Text.Text == Sources[S].Text.Text; }))
        Fit.push_back(S);
    }
    if (Fit.size() > 1 && planted("first-source"))
      Fit.resize(1);
    if (Fit.size() < 2)
      return Fit;
    auto Names = [&](const Source &S, llvm::StringRef Spelled) {
      return S.Literal ? Spelled == S.Text.Path
                       : llvm::sys::path::filename(Spelled) == llvm::sys::path::filename(S.Text.Path);
    };
    for (size_t S : Fit)
      if (llvm::all_of(R.Kernels, [&](const KernelUse &U) {
            return llvm::any_of(U.Sources, [&](const std::string &Spelled) { return Names(Sources[S], Spelled); });
          }))
        Told.push_back(S);
    // A program made of text that is not seen, such as a file's: of the file that was given, then.
    auto Unseen = [&](const std::string &Spelled) {
      return llvm::StringRef(Spelled).starts_with("<") &&
             llvm::none_of(Sources, [&](const Source &S) { return S.Literal && S.Text.Path == Spelled; });
    };
    auto Given = llvm::make_filter_range(Fit, [&](size_t S) { return !Sources[S].Literal; });
    if (llvm::all_of(Told, [&](size_t S) { return Sources[S].Literal; }) &&
        std::distance(Given.begin(), Given.end()) == 1 &&
        llvm::any_of(R.Kernels, [&](const KernelUse &U) { return llvm::any_of(U.Sources, Unseen); }))
      return {*Given.begin()};
    return Told.empty() ? Fit : Told;
  }

  /// Joins a region with the one source that defines its kernels.
  bool plan(Transformed &T, DiagnosticSink &Why) {
    if (auto It = RuntimeNames.find(unitOf(Hosts, T.Host)); It != RuntimeNames.end()) {
      Why.report(Diag::HostRuntimeName, T.R->Range, {It->second.Name, It->second.Where});
      return false;
    }
    const std::string &Unit = Hosts[unitOf(Hosts, T.Host)].Path;
    if (ReadTwice.count(normalPath(Unit))) { // the second time, the first one's macros have been asked
      Why.report(Diag::HostOtherMeaning, T.R->Range, {"'" + llvm::sys::path::filename(Unit).str() + "' is included more than once in one file"});
      return false;
    }
    if (!OtherFiles.empty()) {
      Why.report(Diag::HostOtherMeaning, T.R->Range, {"in the output " + OtherFiles});
      return false;
    }
    for (const Accessor &A : T.R->Accessors)
      if (!A.File.empty() && llvm::none_of(Hosts, [&](const HostFile &H) { return isOf(A, H); })) {
        Why.report(Diag::HostNotCapturable, T.R->Range,
                   {A.Variable, "it is a variable of " + llvm::sys::path::filename(A.File).str() +
                                    ", which is not among the files to change"});
        return false;
      }
    if (planted("in-planning") && T.R->Range.Line % 2)
      failIfPlanted();
    dropUnsuited(*T.R);
    std::vector<size_t> Fit = sourcesOf(*T.R);
    if (Fit.size() > 1) {
      const KernelUse &U = T.R->Kernels.front();
      const SourceRange &Rg = T.R->Slots[U.Slot].Range.valid() ? T.R->Slots[U.Slot].Range : T.R->Range;
      Why.report(Diag::KernelTwice, Rg, {U.Name, Sources[Fit[0]].Text.Path, Sources[Fit[1]].Text.Path});
      return false;
    }
    if (Fit.empty()) {
      // Name the kernel that nobody defines, or the two sources.
      std::string Home;
      for (const KernelUse &U : T.R->Kernels) {
        const Source *Has = nullptr;
        for (const Source &S : Sources)
          if (S.Model && S.Model->find(U.Name))
            Has = &S;
        const SourceRange &Rg = T.R->Slots[U.Slot].Range.valid() ? T.R->Slots[U.Slot].Range : T.R->Range;
        if (!Has) {
          for (const Source &S : Sources)
            if (!S.Crash.empty() && llvm::StringRef(S.Text.Text).contains(U.Name)) {
              Why.report(Diag::LoopCrashed, Rg, {S.Crash, "read the kernels of '" + S.Text.Path + "'"});
              return false;
            }
          auto Spells = [&](const Source &S) { return S.Error && llvm::StringRef(S.Text.Text).contains(U.Name); };
          for (const Source &S : Sources)
            if (!S.Literal && Spells(S)) {
              Why.report(Diag::KernelInvalid, Rg, {U.Name, S.Text.Path, S.Error->message()});
              return false;
            }
          Why.report(Diag::KernelMissing, Rg, {U.Name});
          for (const Source &S : Sources)
            if (Spells(S))
              Why.report(Diag::NoteLiteralInvalid, S.Range, {S.Error->message()});
          return false;
        }
        if (!Home.empty() && Home != Has->Text.Path) {
          Why.report(Diag::HostSeveralPrograms, Rg, {Home, Has->Text.Path});
          return false;
        }
        Home = Has->Text.Path;
      }
      Why.report(Diag::HostNoLaunch, T.R->Range);
      return false;
    }
    T.Source = Fit.front();
    T.P = makePlan(*T.R, *Sources[T.Source].Model, Options.Optimisations, Why);
    return T.P != nullptr;
  }

  // ---- output

  std::vector<const Transformed *> regions(llvm::function_ref<bool(const Transformed &)> F) const {
    std::vector<const Transformed *> Out;
    for (const Transformed &T : Done)
      if (T.P && F(T))
        Out.push_back(&T);
    return Out;
  }

  std::string hostDir(unsigned H) const { return llvm::sys::path::parent_path(hostOut(H)).str(); }

  static std::string join(llvm::StringRef Dir, llvm::StringRef Name) {
    llvm::SmallString<256> P(Dir);
    llvm::sys::path::append(P, Name);
    return P.str().str();
  }

  /// One text of a kernel's phase serves all regions of its source: what is steady in one is so in all that use it.
  void agree() {
    for (const Transformed &T : Done)
      for (Transformed &Other : Done)
        if (Other.Source == T.Source)
          for (const KernelSummary *K : T.P->Kernels)
            for (unsigned I = 0; I < K->Params.size(); ++I)
              if (!T.P->Steady.count({K->Name, I}))
                Other.P->Steady.erase({K->Name, I});
  }

  /// How the files with regions must be compiled, and the files of which they see more than declarations.
  void readMacros() {
    std::vector<HostMacros> Of(Hosts.size());
    const bool Any = !Done.empty();
    forEachHost([&](size_t I) {
      if (!Any || planted("host-macros-unchecked"))
        return;
      Of[I] = Hosts[I].Within ? hostMacros(Hosts[unitOf(Hosts, I)], Hosts[I].Path) : std::move(MacrosOf[I]);
      Of[I].name(HostOpts.Names);
    });
    std::vector<HostMacros> OfContext;
    for (const HostFile &H : Options.Context)
      if (Any && Read.count(&H) && !planted("host-macros-unchecked"))
        OfContext.emplace_back(hostMacros(H)).name(HostOpts.Names);
    for (const Transformed &T : Done) {
      auto [It, New] = Macros.try_emplace(T.Host, Of[T.Host]);
      for (size_t I = 0; New && I < OfContext.size(); ++I)
        It->second.add(OfContext[I]);
      for (size_t I = 0; New && I < Hosts.size(); ++I)
        if (I != T.Host)
          It->second.add(Of[I]);
    }
  }

  /// Parses what was generated; regions whose text is wrong are withdrawn.
  void check() {
    for (unsigned S = 0; S < Sources.size(); ++S)
      check([&](const Transformed &T) { return T.Source == S; },
            [&](llvm::ArrayRef<const Transformed *> Rs) { return deviceFault(S, Rs); });
    for (unsigned H = 0; H < Hosts.size(); ++H)
      if (!Hosts[H].Within) // what is in headers concerns these
        check([&](const Transformed &T) { return concerns(T, Hosts, H); },
              [&](llvm::ArrayRef<const Transformed *> Rs) { return hostFault(H, Rs); });
    llvm::erase_if(Done, [](const Transformed &T) { return !T.P; });
  }

  /// What is wrong with the text of regions.
  struct Fault {
    Diag Code = Diag::GeneratedInvalid;
    std::string Why;
    SourceRange At = {}; ///< of the loop, if not valid
    std::string How = ""; ///< the first word of the diagnostic, if it has two
  };
  using Check = llvm::function_ref<std::optional<Fault>(llvm::ArrayRef<const Transformed *>)>;

  /// Withdraws regions of one text until the rest is right: those that are not even by
  /// themselves, then the last ones.
  void check(llvm::function_ref<bool(const Transformed &)> Of, Check Faulty) {
    auto Wrong = [&](llvm::ArrayRef<const Transformed *> Rs) {
      std::optional<Fault> F;
      if (Ended E = contained([&] { F = Faulty(Rs); }); !E) {
        new (&F) std::optional<Fault>();
        F = Fault{Diag::LoopCrashed, "wrote its code", {}, E.How};
      }
      return F;
    };
    auto Rs = regions(Of);
    if (Rs.empty() || !Wrong(Rs))
      return;
    for (const Transformed *T : Rs)
      if (auto F = Wrong({T}))
        withdraw(*T, *F);
    for (Rs = regions(Of); !Rs.empty(); Rs = regions(Of)) {
      auto F = Wrong(Rs);
      if (!F)
        return;
      withdraw(*Rs.back(), *F);
    }
  }

  /// Whether \p Name is a word of the device library.
  static bool namesLibrary(llvm::StringRef Name) {
    llvm::StringRef Text = persistify_device_text;
    auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1))
      if (!(At > 0 && IsWord(Text[At - 1])) && !(At + Name.size() < Text.size() && IsWord(Text[At + Name.size()])))
        return true;
    return false;
  }

  /// The device library as it is built in front of a source with these flags (runtime/host/build.c).
  static std::string afterLibrary(llvm::ArrayRef<std::string> Flags, const OwnNames &Names) {
    std::string Hide, Show;
    for (size_t I = 0; I < Flags.size(); ++I) {
      llvm::StringRef Macro = Flags[I];
      if (Macro.consume_front("-D")) {
        if (Macro.empty() && I + 1 < Flags.size())
          Macro = Flags[++I];
        std::string Name = Macro.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }).str();
        if (Name.empty() || !namesLibrary(Name))
          continue;
        Hide += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
        Show += "\n#pragma pop_macro(\"" + Name + "\")";
      }
    }
    return Hide + Names.settle(std::string("#define P_BACKEND_CL1\n") + persistify_device_text) + Show + "\n";
  }

  std::optional<Fault> deviceFault(unsigned S, llvm::ArrayRef<const Transformed *> Rs) {
    KernelSource Whole = Sources[S].Text;
    // The last version counts, and the runtime builds for 1.2 at least.
    auto IsVersion = [](llvm::StringRef F) { return F.starts_with("-cl-std="); };
    std::string Version;
    for (const std::string &F : Whole.Flags)
      if (IsVersion(F))
        Version = F;
    llvm::erase_if(Whole.Flags, IsVersion);
    if (!Version.empty() && Version != "-cl-std=CL1.0" && Version != "-cl-std=CL1.1")
      Whole.Flags.push_back(Version);
    // Beside the kernel, so that its quoted includes are found.
    Whole.Path = join(llvm::sys::path::parent_path(Sources[S].Literal ? llvm::StringRef(Sources[S].OutPath)
                                                                     : llvm::StringRef(Sources[S].Text.Path)),
                      Sources[S].Stem + ".persist.cl");
    Whole.Text = afterLibrary(Whole.Flags, OwnNames(Rs.front()->P->Kernels.front()->Names)) + Sources[S].Text.Text +
                 "\n" + deviceFile(Sources[S], Rs);
    for (const Transformed *T : Rs)
      if (planted("in-writing") && T->Entry == "persistify_region_2")
        failIfPlanted();
    for (const Transformed *T : Rs)
      if (std::string Name = Sources[S].Model->hidden(emitRegionKernel(*T->P, layoutState(*T->P), T->Entry));
          !Name.empty() && !planted("hidden-builtins"))
        return Fault{Diag::KernelReservedName, Name, {}, T->P->Kernels.front()->Name};
    DiagnosticSink Own;
    if (KernelModel::parses(Whole, Own))
      return std::nullopt;
    return Fault{Diag::GeneratedInvalid, Own.all().front().message()};
  }

  /// Of the errors in a generated host file, those that are the program's
  /// visibility rules and not our mistake.
  static bool cannotName(llvm::StringRef Error) {
    for (const char *Text : {"undeclared identifier", "private member", "protected member", "private base", "protected base", "no member named"})
      if (Error.contains(Text))
        return true;
    return false;
  }

  std::optional<Fault> hostFault(unsigned H, llvm::ArrayRef<const Transformed *> Rs) {
    std::string Text = editHost(Hosts, H, Rs, Sources, Macros);
    // The generated headers, in place of their #include lines.
    std::map<unsigned, std::vector<const Transformed *>> Used; // by source
    for (const Transformed *T : Rs)
      if (unitOf(Hosts, T->Host) == H)
        Used[T->Source].push_back(T);
    FileTexts Headers;
    for (unsigned I = 0; I < Hosts.size(); ++I)
      if (Hosts[I].Within == H)
        Headers.push_back({Hosts[I].Path, editHost(Hosts, I, Rs, Sources, Macros)});
    for (size_t I = 0, N = Headers.size(); I < N; ++I) // however it is found
      if (std::string Full = normalPath(Headers[I].first); Full != Headers[I].first)
        Headers.push_back({Full, Headers[I].second});
    for (auto &[S, Of] : Used) {
      std::string Line = "#include \"" + Sources[S].Stem + ".persist.h\"\n";
      size_t At = Text.find(Line);
      if (At != std::string::npos)
        Text.replace(At, Line.size(), headerFile(Sources[S], Of, "", Macros, Hosts));
    }
    // Only what is called from a body of a library's template needs that body to be found.
    std::optional<Fault> F = outputFault(H, Text, Headers, Rs, Bodies::Own);
    return F ? outputFault(H, Text, Headers, Rs, Bodies::All) : F;
  }

  std::optional<Fault> outputFault(unsigned H, const std::string &Text, const FileTexts &Headers,
                                   llvm::ArrayRef<const Transformed *> Rs, Bodies Which) {
    DiagnosticSink Own;
    std::optional<Fault> Found;
    auto Compare = [&](clang::ASTContext &Output) {
      const OutputCode Code(Output);
      for (const Transformed *T : Rs)
        if (auto Other = !Found && unitOf(Hosts, T->Host) == H ? Code.otherMeaning(*T->R, T->Entry) : std::nullopt)
          Found = Fault{Diag::HostOtherMeaning, Other->What, Other->At};
    };
    if (!parseOutput(Hosts[H].Path, Text, Hosts[H].Flags, Own, Headers, Which, Compare)) {
      std::string Why = Own.all().front().message();
      return Fault{cannotName(Why) ? Diag::HostNotNameable : Diag::GeneratedInvalid, Why};
    }
    return Found;
  }

  void withdraw(const Transformed &Of, const Fault &F) {
    LoopReport &L = Result.Loops[Of.Report];
    L.S = LoopReport::Status::Refused;
    L.Region.clear();
    std::vector<std::string> Words = {F.Why};
    if (!F.How.empty())
      Words.insert(Words.begin(), F.How);
    L.Diagnostics = {{F.Code, F.At.valid() ? F.At : L.Range, Words}};
    const_cast<Transformed &>(Of).P.reset();
  }

  void files() {
    Result.Companions = outputPlan().companions();
    for (unsigned S = 0; S < Sources.size(); ++S) {
      auto Rs = regions([&](const Transformed &T) { return T.Source == S; });
      if (Rs.empty())
        continue;
      const Source &Src = Sources[S];
      llvm::StringRef Dir = llvm::sys::path::parent_path(Src.OutPath);
      std::vector<LoopAccount *> Accounts;
      LoopAccount None;
      for (const Transformed *T : Rs) {
        std::optional<LoopAccount> &A = Result.Loops[T->Report].Account;
        Accounts.push_back(A ? &*A : &None);
        Accounts.back()->DeviceFile = join(Dir, Src.Stem + ".persist.cl");
      }
      std::string Text = deviceFile(Src, Rs, Accounts);
      Result.Files.push_back({join(Dir, Src.Stem + ".persist.cl"), Text, true, ""});
      // A header beside each host directory that includes it.
      std::set<std::string> Dirs;
      for (const Transformed *T : Rs)
        Dirs.insert(hostDir(unitOf(Hosts, T->Host)));
      for (const std::string &D : Dirs)
        Result.Files.push_back({join(D, Src.Stem + ".persist.h"), headerFile(Src, Rs, Text, Macros, Hosts), true, ""});
    }
    for (unsigned H = 0; H < Hosts.size(); ++H) {
      std::string Text = editHost(Hosts, H, regions([](const Transformed &T) { return true; }), Sources, Macros);
      if (Text != Hosts[H].Text)
        Result.Files.push_back({hostOut(H), std::move(Text), false, Hosts[H].Path, Hosts[H].Text});
    }
  }

  const std::vector<KernelSource> &Kernels;
  std::vector<HostFile> Hosts;
  const DriverOptions &Options;
  HostOptions HostOpts; ///< with the names of this program
  std::map<size_t, RuntimeName> RuntimeNames; ///< by host
  DriverResult Result;
  DiagnosticSink Sink;
  std::vector<std::string> AllInputs, OutPaths;
  std::string Root;
  std::set<std::string> ReadTwice; ///< given files that one unit has more than once
  std::set<std::string> Uncopied; ///< headers that are found without a copy
  std::string OtherFiles;         ///< which file would not include what it includes now, and how; or empty
  std::vector<std::unique_ptr<clang::ASTUnit>> Units;
  std::vector<std::vector<SourceRange>> InHeaders; ///< loops, by host
  std::vector<std::vector<SourceRange>> Marked;    ///< those of headers that say they are the system's
  std::set<const HostFile *> Read; ///< files of the program that are only read, and were
  std::vector<JoinedUnit> Joined; ///< by host: with the other files behind it
  std::vector<std::vector<Hint>> Hints; ///< by host: options first, then pragmas
  std::vector<HostMacros> MacrosOf;     ///< by host, as parsed
  std::vector<Source> Sources;
  std::vector<Transformed> Done;
  std::map<unsigned, HostMacros> Macros; ///< by host
  std::set<std::string> WithLoops; ///< functions that have candidates of their own
  unsigned Host = 0;
};

} // namespace

DriverResult persistify::runPipeline(const std::vector<KernelSource> &Kernels,
                                     const std::vector<HostFile> &Hosts, const DriverOptions &Options) {
  return Pipeline(Kernels, Hosts, Options).run();
}
