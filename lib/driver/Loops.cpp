//===- Loops.cpp - what becomes of the loops -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JoinPrograms.h"
#include "Stages.h"
#include "persistify/Debug.h"
#include "persistify/PlanText.h"
#include "llvm/ADT/STLExtras.h"

#define DEBUG_TYPE "pst-driver"

using namespace persistify;
using namespace persistify::driver;

namespace persistify::driver {

/// Says of a loop that one in it moves, and why it does not itself.
static Diagnostic around(const SourceRange &Loop, const Diagnostic &Why) {
  std::string Line = std::to_string(Why.Range.Line);
  if (Why.Range.File != Loop.File)
    Line += " of " + llvm::sys::path::filename(Why.Range.File).str();
  return {Diag::NoteAround, Loop, {Line, Why.message(), diagCode(Why.D).str()}};
}

/// Whether that is what the program calls the source.
static bool isCalled(const Source &S, llvm::StringRef Spelled) {
  return S.Literal ? Spelled == S.Text.Path
                   : llvm::sys::path::filename(Spelled) == llvm::sys::path::filename(S.Text.Path);
}

/// Whether the program seems to make the kernel of that source.
static bool isTold(const KernelUse &U, const Source &S) {
  return llvm::any_of(U.Sources.Spelled, [&](const std::string &Spelled) { return isCalled(S, Spelled); });
}

/// Whether the source has a kernel for each handle of the region: of several that one may hold, one will do.
static bool servesAll(const Source &S, const Region &R) {
  std::map<int, bool> Some; // by the first slot of the handle
  for (const KernelUse &U : R.Kernels) {
    const int Handle = R.Slots[U.Slot].OneOf;
    Some[Handle < 0 || planted("every-kernel") ? int(U.Slot) : Handle] |= S.Model && S.Model->find(U.Name);
  }
  return !Some.empty() && llvm::all_of(Some, [](auto &X) { return X.second; });
}

} // namespace persistify::driver

void Pipeline::inHeaders() {
  std::set<std::pair<std::string, unsigned>> Told;
  InHeaders.insert(InHeaders.end(), Marked.begin(), Marked.end());
  // A header that is changed means what it means to one file: of a loop that only others have, it is told, too.
  auto Reported = [&](const SourceRange &At, const HostFile &H) {
    const std::string File = normalPath(At.File);
    return normalPath(H.Path) == File && (!H.Within || !wanted(At) || planted("headers-by-name") ||
                                          llvm::any_of(Result.Loops, [&](const LoopReport &L) {
                                            return normalPath(L.Range.File) == File && L.Range.Begin < At.End &&
                                                   At.Begin < L.Range.End;
                                          }));
  };
  for (const std::vector<SourceRange> &Loops : InHeaders)
    for (const SourceRange &At : Loops)
      if (llvm::none_of(Hosts, [&](const HostFile &H) { return Reported(At, H); }) &&
          Told.insert({At.File, At.Line}).second)
        Result.Diagnostics.push_back({Diag::NoteLoopInHeader, At, {}});
}

void Pipeline::notJoined() {
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
         {Left.Function.empty() ? "what " + Left.File + " defines" : "'" + Left.Function + "' of " + Left.File,
          Behind}});
  }
}

void Pipeline::unusedHints() {
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

bool Pipeline::wanted(const SourceRange &R) const {
  if (Options.OnlyLoops.empty())
    return true;
  return llvm::any_of(Options.OnlyLoops, [&](const auto &L) {
    return L.second == R.Line && (L.first == R.File || normalPath(L.first) == normalPath(R.File) ||
                                  llvm::sys::path::filename(R.File) == L.first);
  });
}

/// For --debug-stages=driver.
static llvm::raw_ostream &ofLoop(const persistify::SourceRange &At) {
  return llvm::dbgs() << "loop of " << llvm::sys::path::filename(At.File) << ", line " << At.Line << ": ";
}

void Pipeline::candidate(CandidateLoop &C, std::vector<LoopReport> &To) {
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
    std::vector<Transformed> Others;
    bool Planned = false;
    if (Ended E = contained([&] { Planned = plan(T, Others, Why); }); !E) {
      (void)T.R.release(); // may be half written
      (void)T.P.release();
      new (&Others) std::vector<Transformed>();
      new (&Why) DiagnosticSink();
      Why.report(Diag::LoopCrashed, C.Range, {E.How, "planned this loop"});
      Planned = false;
    }
    if (T.R && !Planned && Options.Dump.any())
      contained([&] { L.Dump = dump(T, Why.all()); });
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
        if (Options.Dump.any())
          contained([&] { L.Dump = dump(T, {}); });
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
      LLVM_DEBUG(ofLoop(C.Range) << "becomes " << T.Entry << ", " << Others.size() << " more for other sources\n");
      if (T.R->HostFloat)
        L.Diagnostics.push_back({Diag::NoteHostFloat, C.Range, {}});
      for (const RegionNote &N : T.R->Dropped)
        L.Diagnostics.push_back({Diag::NoteDropped, N.Range, {N.Text}});
      L.Diagnostics.insert(L.Diagnostics.end(), T.R->Remarks.begin(), T.R->Remarks.end());
      L.Diagnostics.insert(L.Diagnostics.end(), T.P->Remarks.begin(), T.P->Remarks.end());
      To.push_back(L);
      Done.push_back(std::move(T));
      for (Transformed &Other : Others) {
        Other.Entry = HostOpts.Names("region_" + llvm::Twine(Done.size() + 1));
        Other.Report = To.size() - 1;
        Done.push_back(std::move(Other));
      }
      return;
    }
    C.Refusals = Why.all().vec();
  }
  LLVM_DEBUG(ofLoop(C.Range) << "refused as a whole, " << C.Inner.size() << " loops in it are tried\n");
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
      if (llvm::none_of(L.Diagnostics,
                        [&](const Diagnostic &X) { return X.D == D.D && X.Range.Begin == D.Range.Begin; }))
        L.Diagnostics.push_back(D);
  To.push_back(L);
}

void Pipeline::dropCovered() {
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

void Pipeline::dropUnsuited(Region &R, llvm::ArrayRef<Source> Sources, bool KeepsBinding) {
  auto Suits = [&](unsigned K) {
    return llvm::any_of(Sources, [&](const Source &S) {
      const KernelSummary *Sum = S.Model ? S.Model->find(R.Kernels[K].Name) : nullptr;
      return Sum && suits(R, K, *Sum);
    });
  };
  auto Defined = [&](llvm::StringRef Name) {
    return llvm::any_of(Sources, [&](const Source &S) { return S.Model && S.Model->find(Name); });
  };
  for (unsigned K = 0; K < R.Kernels.size();) {
    std::string Name = R.Kernels[K].Name;
    SourceRange Rg = R.Slots[R.Kernels[K].Slot].Range;
    if (Suits(K) || !dropKernel(R, K, KeepsBinding)) {
      ++K;
      continue;
    }
    if (Defined(Name)) // else it is another source's
      R.Notes.push_back({Rg, "not with kernel '" + Name + "', which the loop cannot be used with"});
    K = 0;
  }
}

std::vector<size_t> Pipeline::sourcesOf(const Region &R) const {
  std::vector<size_t> Fit, Told;
  for (size_t S = 0; S < Sources.size(); ++S) {
    if (!Sources[S].OfPrograms && servesAll(Sources[S], R) &&
        llvm::none_of(Fit, [&](size_t F) { return Sources[F].Text.Text == Sources[S].Text.Text; }))
      Fit.push_back(S);
  }
  if (Fit.size() > 1 && planted("first-source"))
    Fit.resize(1);
  if (Fit.size() < 2)
    return Fit;
  for (size_t S : Fit)
    if (llvm::all_of(R.Kernels, [&](const KernelUse &U) { return isTold(U, Sources[S]); }))
      Told.push_back(S);
  // A program made of text that is not seen, such as a file's: of the file that was given, then.
  auto Unseen = [&](const std::string &Spelled) {
    return llvm::StringRef(Spelled).starts_with("<") &&
           llvm::none_of(Sources, [&](const Source &S) { return S.Literal && S.Text.Path == Spelled; });
  };
  auto Given = llvm::make_filter_range(Fit, [&](size_t S) { return !Sources[S].Literal; });
  if (llvm::all_of(Told, [&](size_t S) { return Sources[S].Literal; }) &&
      std::distance(Given.begin(), Given.end()) == 1 &&
      llvm::any_of(R.Kernels, [&](const KernelUse &U) { return llvm::any_of(U.Sources.Spelled, Unseen); }))
    return {*Given.begin()};
  return Told.empty() ? Fit : Told;
}

bool Pipeline::leaveMissing(Region &R, const Source &S) {
  for (unsigned K = 0; K < R.Kernels.size();) {
    const std::string Name = R.Kernels[K].Name;
    const SourceRange Rg = R.Slots[R.Kernels[K].Slot].Range;
    if (S.Model->find(Name) || R.Slots[R.Kernels[K].Slot].OneOf >= 0) {
      ++K;
      continue;
    }
    if (!leaveKernel(R, K))
      return false;
    R.Notes.push_back({Rg, "branches with kernel '" + Name + "' are left to the original loop: '" +
                               llvm::sys::path::filename(S.Text.Path).str() + "' does not define it"});
    K = 0; // others may have gone with it
  }
  return !R.Kernels.empty() && servesAll(S, R);
}

std::vector<size_t> Pipeline::sourcesOfSome(const Region &R) const {
  std::vector<size_t> Fit;
  for (size_t S = 0; S < Sources.size() && !planted("no-missing-kernels"); ++S) {
    const bool Some = Sources[S].Model && !Sources[S].OfPrograms &&
                      llvm::any_of(R.Kernels, [&](const KernelUse &U) { return Sources[S].Model->find(U.Name); });
    if (Region Left = R; Some && leaveMissing(Left, Sources[S]))
      Fit.push_back(S);
  }
  return Fit;
}

std::optional<size_t> Pipeline::joinedSource(const Region &R) {
  std::set<std::optional<size_t>> Of;
  for (const KernelUse &U : R.Kernels)
    Of.insert(joinedSource(U.Sources.Pieces));
  const std::optional<size_t> S = Of.size() == 1 ? *Of.begin() : std::nullopt;
  const bool All = S && llvm::all_of(R.Kernels, [&](const KernelUse &U) { return Sources[*S].Model->find(U.Name); });
  return All ? S : std::nullopt;
}

std::optional<size_t> Pipeline::joinedSource(const SourcePieces &Of) {
  if (Of.Texts.empty() || planted("no-pieces"))
    return std::nullopt;
  Source New;
  std::vector<size_t> Files;
  for (const std::string &Piece : Of.Texts) {
    if (llvm::StringRef(Piece).contains('\n')) {
      New.Text.Text += Piece;
      continue;
    }
    std::vector<size_t> Named;
    for (size_t S = 0; S < Kernels.size(); ++S)
      if (llvm::sys::path::filename(Piece) == llvm::sys::path::filename(Kernels[S].Path))
        Named.push_back(S);
    if (Named.size() != 1)
      return std::nullopt;
    Files.push_back(Named.front());
    New.Text.Text += Kernels[Named.front()].Text;
  }
  const Source &Last = Sources[Files.back()];
  New.Text.Path = Of.At;
  New.Text.Flags = Last.Text.Flags;
  New.Text.Varies = Last.Text.Varies;
  if (llvm::StringRef(New.Text.Text).contains("#include")) // it stands nowhere itself
    for (size_t S : Files)
      if (llvm::StringRef Dir = llvm::sys::path::parent_path(Kernels[S].Path);
          !Dir.empty() && !llvm::is_contained(New.Text.Flags, ("-I" + Dir).str()))
        New.Text.Flags.push_back(("-I" + Dir).str());
  New.OutPath = Last.OutPath;
  const std::optional<size_t> S = addJoined(std::move(New));
  if (S)
    llvm::erase_if(Result.Diagnostics, [&](const Diagnostic &D) { // they need not compile by themselves
      return D.D == Diag::NoteKernelsInvalid &&
             llvm::any_of(Files, [&](size_t F) { return D.Args.front() == Sources[F].Text.Path; });
    });
  return S;
}

std::optional<size_t> Pipeline::addJoined(Source New) {
  for (size_t S = Kernels.size(); S < Sources.size(); ++S)
    if (Sources[S].Literal && Sources[S].Text.Text == New.Text.Text)
      return Sources[S].Model ? std::optional(S) : std::nullopt;
  New.Literal = true;
  DiagnosticSink Unused;
  read(New, Unused);
  bool Free = true; // names of generated code were chosen before
  if (New.Model)
    New.Model->forEachIdentifier([&](llvm::StringRef Name) { Free &= !HostOpts.Names.mayBe(Name); });
  if (!Free)
    New.Model.reset();
  const bool Good = New.Model != nullptr;
  if (Good)
    New.Model->addFilesRead(Result.FilesRead);
  Sources.push_back(std::move(New));
  nameFiles(Sources);
  nameTables(Sources, HostOpts.Names);
  return Good ? std::optional(Sources.size() - 1) : std::nullopt;
}

std::optional<size_t> Pipeline::joinedPrograms(Region &R) {
  constexpr size_t Most = 4;
  std::vector<size_t> Of; // by kernel
  for (const KernelUse &U : R.Kernels) {
    std::vector<size_t> Has, Told;
    for (size_t S = 0; S < Sources.size(); ++S)
      if (Sources[S].Model && !Sources[S].OfPrograms && Sources[S].Model->find(U.Name) &&
          llvm::none_of(Has, [&](size_t Other) { return Sources[Other].Text.Text == Sources[S].Text.Text; })) {
        Has.push_back(S);
        if (isTold(U, Sources[S]))
          Told.push_back(S);
      }
    if (Has.size() > 1)
      Has = Told;
    if (Has.size() != 1 || R.Slots[U.Slot].Made)
      return std::nullopt;
    Of.push_back(Has.front());
  }
  std::vector<size_t> Programs(Of);
  llvm::sort(Programs);
  Programs.erase(std::unique(Programs.begin(), Programs.end()), Programs.end());
  if (Programs.size() < 2 || Programs.size() > Most)
    return std::nullopt;
  Source New;
  const Source &First = Sources[Programs.front()];
  std::string Names;
  for (size_t I = 0; I < Programs.size(); ++I) {
    const Source &S = Sources[Programs[I]];
    for (size_t Before = 0; Before < I; ++Before)
      if (S.Text.Flags != First.Text.Flags || !whyNotBehind(Sources[Programs[Before]], S).empty())
        return std::nullopt;
    New.Text.Text += (I ? BetweenSources : "") + S.Text.Text;
    New.Text.Varies |= S.Text.Varies;
    Names += (I ? " and '" : "'") + llvm::sys::path::filename(S.Text.Path).str() + "'";
  }
  New.Text.Path = "<" + Names + ">";
  New.OfPrograms = true;
  New.Text.Flags = First.Text.Flags;
  New.OutPath = First.OutPath;
  const std::optional<size_t> S = addJoined(std::move(New));
  for (size_t K = 0; S && K < R.Kernels.size(); ++K)
    R.Kernels[K].Program = llvm::find(Programs, Of[K]) - Programs.begin();
  if (S)
    R.Notes.push_back({R.Range, "the kernels are of " + std::to_string(Programs.size()) +
                                    " programs, whose sources are joined: " + Names});
  return S;
}

bool Pipeline::plan(Transformed &T, std::vector<Transformed> &Others, DiagnosticSink &Why) {
  if (auto It = RuntimeNames.find(unitOf(Hosts, T.Host)); It != RuntimeNames.end()) {
    Why.report(Diag::HostRuntimeName, T.R->Range, {It->second.Name, It->second.Where});
    return false;
  }
  const std::string &Unit = Hosts[unitOf(Hosts, T.Host)].Path;
  if (ReadTwice.count(normalPath(Unit))) { // the second time, the first one's macros have been asked
    Why.report(Diag::HostOtherMeaning, T.R->Range,
               {"'" + llvm::sys::path::filename(Unit).str() + "' is included more than once in one file"});
    return false;
  }
  if (!OtherFiles.empty()) {
    Why.report(Diag::HostOtherMeaning, T.R->Range, {"in the output " + OtherFiles});
    return false;
  }
  for (const Accessor &A : T.R->Accessors)
    if (!A.File.empty() && llvm::none_of(Hosts, [&](const HostFile &H) { return isOf(A, H); })) {
      auto Its = llvm::find_if(Options.Context, [&](const HostFile &H) { return isOf(A, H); });
      const bool Found = Its != Options.Context.end();
      if (Found)
        Result.Wanted.insert(Its->Path);
      Why.report(Diag::HostNotCapturable, T.R->Range,
                 {A.Variable, "it is a variable of " + (Found ? Its->Path : llvm::sys::path::filename(A.File).str()) +
                                  ", which is not among the files to change" + (Found ? ": give that file, too" : "")});
      return false;
    }
  if (planted("in-planning") && T.R->Range.Line % 2)
    failIfPlanted();
  dropUnreachable(T.R->Body);
  if (planted("broken-region"))
    T.R->Slots.clear();
  if (!valid(verifyRegion(*T.R), *T.R, "read this loop", Why) || !writtenAndRead(*T.R, Why))
    return false;
  const std::optional<size_t> Joined = joinedSource(*T.R);
  dropUnsuited(*T.R);
  std::vector<size_t> Fit = sourcesOf(*T.R);
  if (Joined && (Fit.empty() || T.R->Kernels.front().Sources.Pieces.Certain))
    Fit = {*Joined};
  if (Fit.empty())
    if (auto S = joinedPrograms(*T.R))
      Fit = {*S};
  if (Fit.empty())
    Fit = sourcesOfSome(*T.R);
  if (Fit.empty()) {
    tellMissing(*T.R, Why);
    return false;
  }
  if (Fit.size() > 1)
    return planEach(T, Fit, Others, Why);
  T.Source = Fit.front();
  leaveMissing(*T.R, Sources[T.Source]);
  dropUnsuited(*T.R, Sources[T.Source]);
  T.P = planWith(*T.R, Sources[T.Source], Why);
  return T.P != nullptr;
}

std::unique_ptr<Plan> Pipeline::planWith(Region &R, const Source &S, DiagnosticSink &Why) const {
  leaveWrongArguments(R, *S.Model);
  if (!valid(verifyRegion(R), R, "chose its kernels", Why))
    return nullptr;
  std::unique_ptr<Plan> P = makePlan(R, *S.Model, Options.Optimisations, Why);
  if (P && planted("broken-plan"))
    P->Sizes.clear();
  if (P && !valid(verifyPlan(*P), R, "planned this loop", Why))
    return nullptr;
  return P;
}

std::string Pipeline::hostText(Transformed &T) const {
  const size_t Source = std::exchange(T.Source, 0);
  std::string Text = editHost(Hosts, T.Host, {&T}, Sources, {});
  T.Source = Source;
  return Text;
}

bool Pipeline::planEach(Transformed &T, llvm::ArrayRef<size_t> Fit, std::vector<Transformed> &Others,
                        DiagnosticSink &Why) {
  constexpr size_t Most = 16; // each makes the output larger
  auto NameOf = [&](size_t S) { return "'" + llvm::sys::path::filename(Sources[S].Text.Path).str() + "'"; };
  const KernelUse &U = T.R->Kernels.front();
  const SourceRange Rg = T.R->Slots[U.Slot].Range.valid() ? T.R->Slots[U.Slot].Range : T.R->Range;
  if (Fit.size() > Most) {
    Why.report(Diag::KernelTwice, Rg,
               {U.Name, std::to_string(Fit.size()), Sources[Fit[0]].Text.Path, Sources[Fit[1]].Text.Path});
    return false;
  }
  std::vector<Transformed> Each;
  std::vector<Diagnostic> First;
  std::vector<RegionNote> Notes;
  for (size_t S : Fit) {
    Transformed One;
    One.R = std::make_unique<Region>(*T.R);
    One.Host = T.Host;
    One.Source = S;
    DiagnosticSink Own;
    leaveMissing(*One.R, Sources[S]);
    dropUnsuited(*One.R, Sources[S], /*KeepsBinding=*/true);
    One.P = planWith(*One.R, Sources[S], Own);
    const bool Same = One.P && (Each.empty() || hostText(One) == hostText(Each.front()));
    if (Same) {
      Each.push_back(std::move(One));
      continue;
    }
    if (!One.P && First.empty())
      First = Own.all().vec();
    Notes.push_back({Rg, "not with the kernels of " + NameOf(S) + ": " +
                             (One.P ? "the host would do other things" : Own.all().front().message())});
  }
  if (Each.empty()) {
    for (const Diagnostic &D : First)
      Why.report(D.D, D.Range, D.Args);
    return false;
  }
  if (Each.size() == 1) { // nothing else to agree with
    T.Source = Each.front().Source;
    leaveMissing(*T.R, Sources[T.Source]);
    dropUnsuited(*T.R, Sources[T.Source]);
    T.P = planWith(*T.R, Sources[T.Source], Why);
    llvm::append_range(T.R->Notes, Notes);
    return T.P != nullptr;
  }
  for (const Transformed &Other : llvm::ArrayRef(Each).drop_front())
    Notes.push_back(
        {Rg, "where the program's source is " + NameOf(Other.Source) + ", its kernels are those of that file"});
  T = std::move(Each.front());
  llvm::append_range(T.R->Notes, Notes);
  for (Transformed &Other : llvm::MutableArrayRef(Each).drop_front()) {
    Other.Follows = true;
    Others.push_back(std::move(Other));
  }
  return true;
}

void Pipeline::tellMissing(const Region &R, DiagnosticSink &Why) const {
  // Name the kernel that nobody defines, or the two sources.
  std::string Home;
  for (const KernelUse &U : R.Kernels) {
    const Source *Has = nullptr;
    for (const Source &S : Sources)
      if (S.Model && !S.OfPrograms && S.Model->find(U.Name))
        Has = &S;
    const SourceRange &Rg = R.Slots[U.Slot].Range.valid() ? R.Slots[U.Slot].Range : R.Range;
    if (!Has) {
      for (const Source &S : Sources)
        if (!S.Crash.empty() && llvm::StringRef(S.Text.Text).contains(U.Name))
          return Why.report(Diag::LoopCrashed, Rg, {S.Crash, "read the kernels of '" + S.Text.Path + "'"});
      auto Spells = [&](const Source &S) { return S.Error && llvm::StringRef(S.Text.Text).contains(U.Name); };
      for (const Source &S : Sources)
        if (!S.Literal && Spells(S))
          return Why.report(Diag::KernelInvalid, Rg, {U.Name, S.Text.Path, S.Error->message()});
      Why.report(Diag::KernelMissing, Rg, {U.Name});
      for (const Source &S : Sources)
        if (Spells(S))
          Why.report(Diag::NoteLiteralInvalid, S.Range, {S.Error->message()});
      return;
    }
    if (!Home.empty() && Home != Has->Text.Path)
      return Why.report(Diag::HostSeveralPrograms, Rg, {Home, Has->Text.Path});
    Home = Has->Text.Path;
  }
  Why.report(Diag::HostNoLaunch, R.Range);
}
