//===- Driver.cpp - the pipeline -----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Stages.h"
#include "persistify/Emit.h"
#include "persistify/Instances.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace persistify;
using namespace persistify::driver;

std::string driver::joinPath(llvm::StringRef Dir, llvm::StringRef Name) {
  llvm::SmallString<256> P(Dir);
  llvm::sys::path::append(P, Name);
  return P.str().str();
}

DriverResult Pipeline::run() {
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
    addKernelTexts(Facts, Kernels);
    loadKernels(Facts);
  }
  chooseNames();
  if (!Sink.all().empty()) {
    Result.Diagnostics = Sink.all().vec();
    return std::move(Result);
  }
  std::vector<std::vector<CandidateLoop>> Loops;
  findLoops(Loops);
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
  for (const Transformed &T : Done) // also of those that the check withdraws
    if (Options.Dump.any())
      contained([&] { Result.Loops[T.Report].Dump += dump(T, {}); });
  if (!Options.ListOnly)
    readMacros();
  if (Options.WithCheck && !Options.ListOnly)
    check();
  for (const Source &S : Sources)
    if (S.Literal)
      Result.Literals.push_back({S.Text.Path, S.Text.Text});
  for (Transformed &T : Done) {
    LoopReport &L = Result.Loops[T.Report];
    if (T.Follows)
      continue;
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

void Pipeline::crashed(const Ended &E, const std::string &File, const std::string &Doing) {
  SourceRange At;
  At.File = File;
  Result.Diagnostics.push_back({Diag::LoopCrashed, At, {E.How, Doing}});
}

std::vector<const Transformed *> Pipeline::regions(llvm::function_ref<bool(const Transformed &)> F) const {
  std::vector<const Transformed *> Out;
  for (const Transformed &T : Done)
    if (T.P && F(T))
      Out.push_back(&T);
  return Out;
}

void Pipeline::agree() {
  for (const Transformed &T : Done)
    for (Transformed &Other : Done)
      if (Other.Source == T.Source)
        for (const KernelSummary *K : T.P->Kernels)
          for (unsigned I = 0; I < K->Params.size(); ++I)
            if (!T.P->Steady.count({K->Name, I}))
              Other.P->Steady.erase({K->Name, I});
}

void Pipeline::files() {
  Result.Companions = outputPlan().companions();
  for (unsigned S = 0; S < Sources.size(); ++S) {
    auto Rs = regions([&](const Transformed &T) { return T.Source == S; });
    if (Rs.empty())
      continue;
    const Source &Src = Sources[S];
    llvm::StringRef Dir = llvm::sys::path::parent_path(Src.OutPath);
    std::vector<LoopAccount *> Accounts;
    std::deque<LoopAccount> None; // that nobody asks for
    for (const Transformed *T : Rs) {
      std::optional<LoopAccount> &A = Result.Loops[T->Report].Account;
      Accounts.push_back(A && !T->Follows ? &*A : &None.emplace_back());
      Accounts.back()->DeviceFile = joinPath(Dir, Src.Stem + ".persist.cl");
    }
    std::string Text = deviceFile(Src, Rs, Accounts);
    Result.Files.push_back({joinPath(Dir, Src.Stem + ".persist.cl"), Text, true, ""});
    // A header beside each host directory that includes it.
    std::set<std::string> Dirs;
    for (const Transformed *T : Rs)
      Dirs.insert(hostDir(unitOf(Hosts, T->Host)));
    for (const std::string &D : Dirs)
      Result.Files.push_back(
          {joinPath(D, Src.Stem + ".persist.h"), headerFile(Src, Rs, Text, Macros, Hosts), true, ""});
  }
  for (unsigned H = 0; H < Hosts.size(); ++H) {
    std::string Text = editHost(Hosts, H, regions([](const Transformed &) { return true; }), Sources, Macros);
    if (Text != Hosts[H].Text)
      Result.Files.push_back({hostOut(H), std::move(Text), false, Hosts[H].Path, Hosts[H].Text});
  }
}

/// Whether a loop was refused since it stands in a template.
static bool inTemplate(const LoopReport &L) {
  return L.S == LoopReport::Status::Refused &&
         llvm::any_of(L.Diagnostics, [](const Diagnostic &D) { return D.D == Diag::HostTemplate; });
}

/// Gives all places of a file that a report names the offsets that they have in \p Text, by their lines.
static void setOffsets(LoopReport &L, llvm::StringRef File, llvm::StringRef Text) {
  std::vector<unsigned> Lines{0};
  for (size_t At = 0; (At = Text.find('\n', At)) != llvm::StringRef::npos;)
    Lines.push_back(++At);
  auto Offset = [&](unsigned Line, unsigned Column) {
    return std::min<size_t>(Lines[std::min<size_t>(std::max(Line, 1u), Lines.size()) - 1] + std::max(Column, 1u) - 1,
                            Text.size());
  };
  auto Set = [&](SourceRange &R) {
    if (R.File != File || !R.valid())
      return;
    R.Begin = Offset(R.Line, R.Column);
    R.End = R.EndLine ? Offset(R.EndLine, R.EndColumn) : R.Begin;
  };
  Set(L.Range);
  for (Diagnostic &D : L.Diagnostics)
    Set(D.Range);
  if (!L.Account)
    return;
  for (AccountStep &S : L.Account->Steps)
    Set(S.Range);
  for (AccountNote &N : L.Account->Behind)
    Set(N.Range);
  for (AccountLink &A : L.Account->Links)
    Set(A.From);
}

/// The same with templates' functions written down, where loops in them are no reason to refuse any more.
static DriverResult withTemplates(DriverResult Result, const std::vector<KernelSource> &Kernels,
                                  const std::vector<HostFile> &Hosts, const DriverOptions &Options) {
  std::vector<HostFile> Written = Hosts;
  std::set<std::pair<std::string, unsigned>> Lines,
      Whole; // of the loops; of those that stand in written functions only
  for (HostFile &H : Written) {
    std::map<unsigned, unsigned> At; // lines by offset
    for (const LoopReport &L : Result.Loops)
      if (inTemplate(L) && L.Range.File == H.Path)
        At[L.Range.Begin] = L.Range.Line;
    WrittenInstances With;
    if (At.empty() ||
        !contained([&] { With = withInstances(H, llvm::to_vector(llvm::make_first_range(At))); }, Extent::File)) {
      new (&With) WrittenInstances();
      continue;
    }
    if (With.Text.empty())
      continue;
    H.Text = std::move(With.Text);
    for (const auto &[Place, Line] : At)
      Lines.insert({H.Path, Line});
    for (unsigned Place : With.Whole)
      Whole.insert({H.Path, At[Place]});
  }
  auto IsIn = [&](const LoopReport &L) { return Lines.count({L.Range.File, L.Range.Line}) != 0; };
  if (Lines.empty())
    return Result;
  DriverResult Now = Pipeline(Kernels, Written, Options).run();
  if (llvm::any_of(Now.Diagnostics, [](const Diagnostic &D) { return diagSeverity(D.D) == Severity::Error; }))
    return Result;
  llvm::erase_if(Now.Loops,
                 [&](const LoopReport &L) { return inTemplate(L) && Whole.count({L.Range.File, L.Range.Line}) != 0; });
  for (size_t I = 0; I < Hosts.size(); ++I)
    if (Written[I].Text != Hosts[I].Text)
      for (LoopReport &L : Now.Loops)
        setOffsets(L, Hosts[I].Path, Hosts[I].Text);
  for (OutputFile &F : Now.Files)
    for (const HostFile &H : Hosts)
      if (F.Input == H.Path)
        F.Original = H.Text;
  if (countLoops(Now.Loops).Transformed > countLoops(Result.Loops).Transformed)
    return Now;
  // None can be changed: but why is known better.
  std::vector<LoopReport> Loops;
  std::set<std::pair<std::string, unsigned>> Told;
  for (LoopReport &L : Result.Loops)
    if (!IsIn(L) || !inTemplate(L))
      Loops.push_back(std::move(L));
    else if (Told.insert({L.Range.File, L.Range.Line}).second)
      llvm::copy_if(Now.Loops, std::back_inserter(Loops), [&](const LoopReport &Of) {
        return Of.Range.File == L.Range.File && Of.Range.Line == L.Range.Line;
      });
  Result.Loops = std::move(Loops);
  return Result;
}

DriverResult persistify::runPipeline(const std::vector<KernelSource> &Kernels, const std::vector<HostFile> &Hosts,
                                     const DriverOptions &Options) {
  DriverResult Result = Pipeline(Kernels, Hosts, Options).run();
  if (llvm::none_of(Result.Loops, inTemplate) || planted("templates-refused"))
    return Result;
  return withTemplates(std::move(Result), Kernels, Hosts, Options);
}

DriverResult persistify::runPipeline(const std::vector<KernelSource> &Kernels, std::vector<HostFile> &Hosts,
                                     DriverOptions &Options, llvm::function_ref<bool(const HostFile &)> May) {
  constexpr unsigned Most = 4; // of such files others may be needed
  for (unsigned I = 0;; ++I) {
    DriverResult Result = runPipeline(Kernels, std::as_const(Hosts), Options);
    const size_t Before = Hosts.size();
    for (const std::string &Path : Result.Wanted)
      if (auto It = llvm::find_if(Options.Context, [&](const HostFile &H) { return H.Path == Path; });
          I < Most && It != Options.Context.end() && !planted("helpers-stay") && May(*It)) {
        Hosts.push_back(std::move(*It));
        Options.Context.erase(It);
      }
    if (Hosts.size() == Before)
      return Result;
  }
}
