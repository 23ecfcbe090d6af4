//===- Inputs.cpp - what the pipeline reads ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stages.h"
#include "persistify/Debug.h"
#include "persistify/OwnNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/ThreadPool.h"

#define DEBUG_TYPE "pst-driver"

using namespace persistify;
using namespace persistify::driver;

namespace persistify::driver {

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

static KnownKernel known(const KernelSummary &K) {
  KnownKernel Out{K.Name, {}};
  for (const KernelParam &P : K.Params)
    Out.Params.push_back({P.K == KernelParam::Kind::Local, P.K == KernelParam::Kind::Buffer ? sizeof(void *) : P.Size});
  return Out;
}

} // namespace persistify::driver

void Pipeline::parseHosts(std::vector<HostFacts> &Facts) {
  std::vector<DiagnosticSink> Sinks(Hosts.size());
  Units.resize(Hosts.size());
  Hints.resize(Hosts.size());
  MacrosOf.resize(Hosts.size());
  std::vector<std::string> AddedToFirst; // what the first file is parsed with because of GCC: most likely others, too
  auto ParseAsFirst = [&](size_t I, HostParts &Met) {
    HostFile &H = Hosts[I];
    if (I == 0 || AddedToFirst.empty())
      return false;
    std::vector<std::string> Flags = H.Flags;
    llvm::append_range(Flags, AddedToFirst);
    DiagnosticSink Unused;
    HostParts Its;
    auto Unit = parseHost(H.Path, H.Text, Flags, Unused, &Its);
    if (!Unit || flagsOfGcc(*Unit, H.Flags, true) != Flags)
      return false;
    Units[I] = std::move(Unit);
    Met = std::move(Its);
    H.Flags = std::move(Flags);
    return true;
  };
  auto ParseAs = [&](size_t I, bool Version, HostParts &Met) {
    HostFile &H = Hosts[I];
    std::vector<std::string> Flags = flagsOfGcc(*Units[I], H.Flags, Version);
    DiagnosticSink Unused;
    HostParts Its;
    auto Unit = Flags.empty() ? nullptr : parseHost(H.Path, H.Text, Flags, Unused, &Its);
    if (!Unit)
      return false;
    if (I == 0 && Version)
      AddedToFirst.assign(Flags.begin() + H.Flags.size(), Flags.end());
    Units[I] = std::move(Unit);
    Met = std::move(Its);
    H.Flags = std::move(Flags);
    return true;
  };
  auto Parse = [&](size_t I) {
    HostFile &H = Hosts[I];
    HostParts Met;
    if (!ParseAsFirst(I, Met)) {
      Units[I] = parseHost(H.Path, H.Text, H.Flags, Sinks[I], &Met);
      if (!Units[I])
        return;
      if (!ParseAs(I, true, Met))
        ParseAs(I, false, Met);
    }
    if (Ended E = contained([&] { Facts[I] = hostFacts(*Units[I]); }, Extent::File); !E) {
      new (&Facts[I]) HostFacts();
      Sinks[I].report(E.Crashed ? Diag::Internal : Diag::ParseError, {},
                      {"the tool " + E.How + " while it read '" + H.Path + "'"});
      return;
    }
    Hints[I] = Options.Hints;
    addHints(Met.Pragmas, Hints[I], Sinks[I]);
    MacrosOf[I] = std::move(Met.Macros);
  };
  forEachHost(Parse, 0, std::min<size_t>(1, Hosts.size()));
  forEachHost(Parse, 1, Hosts.size());
  // In the order of the command line; of a header that several files include once.
  std::set<std::tuple<Diag, std::string, unsigned, std::vector<std::string>>> Told;
  for (const DiagnosticSink &S : Sinks)
    for (const Diagnostic &D : S.all())
      if (Told.insert({D.D, D.Range.File.empty() ? "" : normalPath(D.Range.File), D.Range.Begin, D.Args}).second ||
          planted("errors-each"))
        Sink.report(D);
}

void Pipeline::forEachHost(llvm::function_ref<void(size_t)> Do, size_t First, size_t Last) const {
  if (Options.Jobs > 1 && Last > First + 1) {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Options.Jobs));
    for (size_t I = First; I < Last; ++I)
      Pool.async(Do, I);
    Pool.wait();
  } else {
    for (size_t I = First; I < Last; ++I)
      Do(I);
  }
}

void Pipeline::findLoops(std::vector<std::vector<CandidateLoop>> &Loops) {
  FileJoiner Files;
  const size_t Given = llvm::count_if(Hosts, [](const HostFile &H) { return !H.Within; }); // they come first
  const bool Joins = Given + Options.Context.size() > 1;
  if (Joins)
    summariseHosts(Files, Given);
  Joined.resize(Hosts.size());
  Loops.resize(Hosts.size());
  std::set<std::string> OwnBarriers;
  for (const Source &S : Sources)
    for (const KernelSummary &K : S.Model ? S.Model->kernels() : llvm::ArrayRef<KernelSummary>()) {
      if (!K.OwnBarrier.empty())
        OwnBarriers.insert(K.Name);
      HostOpts.Kernels.push_back(known(K));
    }
  auto Join = [&](size_t I) {
    // A launch of a kernel with a barrier between groups needs no loop.
    const bool Needed = Joins && (!OwnBarriers.empty() || Files.repeats(I));
    LLVM_DEBUG(if (Joins) llvm::dbgs() << "persistify: driver: " << Hosts[I].Path
                                       << (Needed ? " is read with others\n" : " has no loop that launches\n"));
    if (Needed && !contained([&] { Joined[I] = Files.join(I); }, Extent::File))
      new (&Joined[I]) JoinedUnit(); // the file by itself does
  };
  // Some at a time: units of several files are large.
  const size_t Most = std::max<size_t>(Options.Jobs, 1);
  for (size_t First = 0; First < Given; First += Most) {
    const size_t Last = std::min(First + Most, Given);
    forEachHost(Join, First, Last);
    for (size_t Of = First; Of < Last; ++Of) {
      clang::ASTUnit &Unit = Joined[Of].Unit ? *Joined[Of].Unit : *Units[Of];
      for (Host = 0; Host < Hosts.size(); ++Host)
        if (unitOf(Hosts, Host) == Of)
          findLoops(Unit, OwnBarriers, Loops[Host]);
      Joined[Of].Unit.reset(); // before the texts it refers to
      Joined[Of].Texts.clear();
      Units[Of].reset();
    }
  }
}

void Pipeline::findLoops(clang::ASTUnit &Unit, const std::set<std::string> &OwnBarriers,
                         std::vector<CandidateLoop> &Loops) {
  const Edited Here(Unit, Hosts[Host].Within ? Hosts[Host].Path : "");
  if (Ended E = contained([&] { Loops = findCandidates(Unit, HostOpts, Hints[Host], OwnBarriers); }, Extent::File);
      !E) {
    new (&Loops) std::vector<CandidateLoop>(); // what it held is lost
    crashed(E, Hosts[Host].Path, "looked for loops in this file");
  }
  for (const CandidateLoop &C : Loops)
    if (C.R)
      WithLoops.insert(C.Function);
}

void Pipeline::summariseHosts(FileJoiner &Files, size_t Given) {
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
}

void Pipeline::changedHeaders() {
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

void Pipeline::layout() {
  for (const KernelSource &K : Kernels)
    AllInputs.push_back(K.Path);
  for (const HostFile &H : Hosts)
    AllInputs.push_back(H.Path);
  Root = Options.Root.empty() ? commonDirectory(AllInputs) : Options.Root;
  OutPaths = outputPaths(AllInputs, Root);
}

void Pipeline::includedHosts() {
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

std::vector<std::string> Pipeline::kernelFlags(const std::vector<std::string> &Options) const {
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

namespace persistify::driver {

/// Kernels are compiled where the program runs. That is a folder above theirs where one is needed to find what they
/// include by quotes.
static void addIncludeFolders(KernelSource &K) {
  constexpr unsigned Above = 3; // folders
  auto In = [](llvm::StringRef Folder, llvm::StringRef Name) {
    return llvm::sys::fs::is_regular_file(joinPath(Folder, Name));
  };
  const llvm::StringRef Own = llvm::sys::path::parent_path(K.Path);
  for (const IncludeDirective &I : includeDirectives(K.Text)) {
    const bool Found = I.Angled || llvm::sys::path::is_absolute(I.Name) || In(Own, I.Name) ||
                       llvm::any_of(K.Flags, [&](llvm::StringRef F) { return F.consume_front("-I") && In(F, I.Name); });
    std::string Folder = Own.str();
    for (unsigned Up = 0; !Found && Up < Above; ++Up) {
      Folder = folderAbove(Folder);
      if (!In(Folder, I.Name))
        continue;
      K.Flags.push_back("-I" + (Folder.empty() ? "." : Folder));
      break;
    }
  }
}

} // namespace persistify::driver

void Pipeline::loadKernels(const std::vector<HostFacts> &Facts) {
  std::vector<std::string> BuildOptions, Likely, Others, Fronts;
  size_t Texts = Kernels.size();
  for (const HostFacts &F : Facts) {
    llvm::append_range(BuildOptions, F.BuildOptions);
    llvm::append_range(Likely, F.LikelyOptions);
    Texts += F.LiteralSources.size();
    for (const std::string &Front : F.Fronts)
      if (!llvm::is_contained(Fronts, Front))
        Fronts.push_back(Front);
    for (const std::string &O : F.OtherOptions)
      if (!O.empty() && !llvm::is_contained(Others, O))
        Others.push_back(O);
  }
  if (Fronts.size() == 1 && Texts == 1) // whose else?
    Likely.push_back(Fronts.front());
  else
    for (const std::string &Front : Fronts)
      Others.push_back(llvm::join(BuildOptions, " ") + " " + Front);
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
    addIncludeFolders(S.Text);
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
    if (!S.Model && S.Crash.empty() &&
        (S.Literal ? Options.KernelFlags.empty() : Kernels[&S - Sources.data()].Flags.empty()))
      for (const std::string &O : Others) {
        Source Other;
        Other.Text = S.Text;
        const std::string Name = llvm::sys::path::stem(S.Text.Path).str();
        Other.Text.Flags = kernelFlags({llvm::join(llvm::split(O, HostFacts::NameBlank), S.Literal ? "x" : Name)});
        Other.Text.Varies = true;
        if (!S.Literal)
          addIncludeFolders(Other.Text);
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
    if (Any && !S.Literal && S.Error && S.Error->D == Diag::ParseError && !isIncluded(S.Text.Path))
      Result.Diagnostics.push_back({Diag::NoteKernelsInvalid, S.Error->Range, {S.Text.Path, S.Error->message()}});
}

/// Whether a host file includes the file, as the text of a literal: it need not compile by itself.
bool Pipeline::isIncluded(llvm::StringRef Path) const {
  return !planted("included-kernels") && llvm::any_of(Hosts, [&](const HostFile &H) {
    return llvm::any_of(includeDirectives(H.Text), [&](const IncludeDirective &I) {
      return normalPath(joinPath(llvm::sys::path::parent_path(H.Path), I.Name)) == normalPath(Path);
    });
  });
}

void Pipeline::read(Source &S, DiagnosticSink &Own) {
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

void Pipeline::chooseNames() {
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

void Pipeline::runtimeNamesOf(clang::ASTUnit &Unit, std::optional<size_t> Of) {
  auto N = runtimeName(Unit);
  if (!N)
    return;
  for (size_t I = 0; I < Hosts.size(); ++I)
    if (N->External || Of == I)
      RuntimeNames.try_emplace(I, *N);
}
