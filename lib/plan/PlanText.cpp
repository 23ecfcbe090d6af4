//===- PlanText.cpp - plans and kernels as text ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/PlanText.h"
#include "Internal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace persistify {
namespace {

const char *walkName(Schedule S) { return S == Schedule::ItemStride ? "item-stride" : "group-stride"; }

class PlanNotes {
public:
  explicit PlanNotes(const Plan &P) : P(P), R(*P.R) {
    Plan Copy = P; // looking for accesses notes those of the host's transfers again
    Touches = plan::allTouches(Copy);
    plan::forEachStmt(R.Body, [&](const Stmt &S) {
      if (S.K == Stmt::Solo) // one phase
        plan::forEachStmt(S.Body, [&](const Stmt &In) { InSolo.insert(&In); });
    });
  }

  std::vector<std::string> head() {
    arguments();
    buffers();
    guards();
    for (size_t I = 0; I < P.Ranges.size(); ++I) {
      const PlanRange &N = P.Ranges[I];
      std::vector<std::string> Of;
      for (unsigned K : N.Kernels)
        Of.push_back(P.Kernels[K]->Name);
      say(formatv("range {0}: {1} of {2}, looked at once, kept in {3}", I + 1, walkName(N.Walk),
                  llvm::join(Of, " and "), N.Kept ? "local memory" : "registers"));
    }
    for (const auto &[Kernel, I] : P.Steady)
      say(formatv("once: '{0}' of {1} is what a loop bound reads, and nothing writes it",
                  P.Model->find(Kernel)->Params[I].Name, Kernel));
    for (const std::string &Race : P.Races)
      say("race: " + Race);
    whole();
    for (const Diagnostic &D : P.Remarks)
      say("remark: " + D.message() + " [" + diagCode(D.D).str() + "]");
    return std::move(Lines);
  }

  std::vector<std::string> of(const Stmt &S) {
    if ((S.K == Stmt::Loop || S.isPhase()) && !InSolo.count(&S))
      phase(S);
    if (S.K == Stmt::Launch)
      launch(S);
    if (auto It = P.Shared.find(&S); It != P.Shared.end() && !It->second.empty()) {
      std::vector<std::string> Names;
      for (unsigned V : It->second)
        Names.push_back(R.Vars[V].Name);
      say("hands out " + llvm::join(Names, ", "));
    }
    if (&S == P.Boundary.Loop)
      say("left and entered between two trips");
    return std::move(Lines);
  }

private:
  void say(std::string Line) { Lines.push_back(std::move(Line)); }
  std::string entry(unsigned E) const { return plan::entryName(P.Entries[E]); }

  void arguments() {
    for (const PlanArg &A : P.Args) {
      std::vector<std::string> Words;
      if (A.Recorded)
        Words.push_back("recorded before the region");
      if (A.Set)
        Words.push_back("set by the region");
      say(formatv("argument {0}[{1}] '{2}': {3}", P.Kernels[A.Kernel]->Name, A.Index, A.Param ? A.Param->Name : "",
                  Words.empty() ? "the region's own" : llvm::join(Words, ", ")));
    }
    for (unsigned I = 0; I < P.Arrays.size() && I < R.Vars.size(); ++I)
      if (R.Vars[I].IsArray) {
        static const char *const Forms[] = {"read from the state", "only written: into the results",
                                            "one variable an element"};
        say(formatv("array {0}: {1}", R.Vars[I].Name, Forms[unsigned(P.Arrays[I])]));
      }
  }

  void buffers() {
    for (unsigned I = 0; I < P.Entries.size(); ++I) {
      const PlanEntry &E = P.Entries[I];
      std::vector<std::string> Words;
      if (E.Own)
        Words.push_back("the runtime's own");
      if (E.Read || E.Written)
        Words.push_back(E.Read && E.Written ? "read and written" : E.Read ? "read" : "written");
      if (E.HostReads || E.HostWrites)
        Words.push_back(formatv("{0} by the host's transfers", E.HostReads && E.HostWrites ? "read and written"
                                                               : E.HostReads               ? "read"
                                                                                           : "written"));
      say(formatv("buffer {0}: {1}", E.Name, Words.empty() ? "not used" : llvm::join(Words, ", ")));
    }
    for (const PlanRotation &Rot : P.Rotations) {
      if (Rot.Joins)
        say(formatv("flag {0}: {1} bytes, kernels only raise it to {2:x}; the barrier at line {3} joins it",
                    entry(Rot.Entry), Rot.Size, Rot.Raised, Rot.Joins->Range.Line));
      else
        say(formatv("flag {0}: {1} bytes, three cells in turn, each set to {2}", entry(Rot.Entry), Rot.Size,
                    exprText(R, Rot.Value)));
      for (unsigned E : Rot.Same)
        say(formatv("guard: {0} is {1}", P.Entries[E].Name, P.Entries[Rot.Entry].Name));
      for (unsigned E : Rot.Maybe)
        say(formatv("guard: {0} is {1}, or distinct", P.Entries[E].Name, P.Entries[Rot.Entry].Name));
    }
    for (const std::string &Why : P.NotRotated)
      say("no turns: " + Why);
  }

  void guards() {
    auto Pairs = [&](const std::set<std::pair<unsigned, unsigned>> &Of, const char *How) {
      for (auto [E, F] : Of)
        say(formatv("guard: {0} and {1} {2}", P.Entries[E].Name, P.Entries[F].Name, How));
    };
    Pairs(P.Distinct, "are distinct");
    Pairs(P.Apart, "are distinct, which is not known");
    Pairs(P.SameOrApart, "are the same or distinct");
  }

  void whole() {
    if (P.Surplus)
      say("local sizes differ: work-items beyond a group's size store nothing");
    if (P.UniformLocal)
      say("guard: all local sizes are equal");
    if (P.NeedsFp64)
      say("needs double precision");
    if (P.FloatControl)
      say("floating point of the host decides");
    if (isLone(P))
      say("groups may have one work-item");
    if (isGathering(P))
      say("registers are worth more than work-items");
    if (isUneven(P))
      say("the longest work-item decides");
    if (isRepetition(P))
      say("every trip does the same");
    if (!P.Boundary.Loop)
      return say("not left between two trips: " + P.Boundary.Why);
    std::vector<std::string> Carried;
    for (unsigned V : P.Boundary.Carried)
      Carried.push_back(R.Vars[V].Here);
    say(formatv("left between two trips{0}{1}{2}", P.Boundary.InBody ? ", asked in the body" : "",
                Carried.empty() ? "" : ", which hand on " + llvm::join(Carried, ", "),
                P.Boundary.ForHost ? "; the host runs a trip where " + exprText(R, P.Boundary.ForHost) : ""));
  }

  void phase(const Stmt &S) {
    auto It = P.Barriers.find(&S);
    if (It != P.Barriers.end())
      for (const std::string &Why : It->second.Reasons)
        say("barrier: " + Why);
    else if (S.isPhase())
      say("no barrier");
    if (auto Own = P.SameIndex.find(&S); Own != P.SameIndex.end())
      for (const std::string &What : Own->second)
        say("same work-item: " + What);
    if (auto Turn = P.Turns.find(&S); Turn != P.Turns.end())
      say(formatv(P.Rotations[Turn->second].Joins ? "flag {0}: nothing to do" : "flag {0}: goes on to the next cell",
                  entry(P.Rotations[Turn->second].Entry)));
    if (auto Turn = P.TurnReads.find(&S); Turn != P.TurnReads.end())
      say(formatv("flag {0}: read from {1}", entry(P.Rotations[Turn->second].Entry),
                  P.Rotations[Turn->second].Joins ? "what the barrier joined" : "its cell"));
    auto Found = Touches.find(&S);
    if (Found == Touches.end())
      return;
    touches(Found->second);
  }

  /// On all ways to the phase.
  void touches(const std::vector<plan::Touch> &Each) {
    std::vector<plan::Touch> Whole;
    for (const plan::Touch &T : Each) {
      auto Same = llvm::find_if(Whole, [&](const plan::Touch &W) {
        return W.What == T.What && W.Param == T.Param && W.Read == T.Read && W.Write == T.Write;
      });
      if (Same == Whole.end()) {
        Whole.push_back(T);
        continue;
      }
      Same->R.insert(T.R.begin(), T.R.end());
    }
    for (const plan::Touch &T : Whole) {
      std::vector<std::string> Of;
      for (unsigned E : T.R)
        if (!llvm::is_contained(Of, entry(E)))
          Of.push_back(entry(E));
      say(formatv("{0} {1}{2}",
                  T.Read && T.Write ? "reads and writes"
                  : T.Write         ? "writes"
                                    : "reads",
                  T.What.empty() ? llvm::join(Of, " or ") : T.What + ": " + llvm::join(Of, " or "),
                  T.Own ? formatv(", own {0} bytes", T.Own).str() : ""));
    }
  }

  void launch(const Stmt &S) {
    if (auto It = P.RangeOf.find(&S); It != P.RangeOf.end())
      say(formatv("range {0}", It->second + 1));
    if (auto It = P.Merged.find(&S); It != P.Merged.end())
      for (const Stmt *Other : It->second)
        say(formatv("in one loop with {0}, line {1}", P.Kernels[Other->KernelSlot]->Name, Other->Range.Line));
    if (P.Bounded.count(&S))
      say("ends where the kernel's guard does");
    for (unsigned I = 0; I < P.Kernels[S.KernelSlot]->Params.size(); ++I)
      if (auto It = P.TurnArgs.find({&S, I}); It != P.TurnArgs.end())
        for (unsigned N : It->second)
          say(formatv("'{0}' may be flag {1}", P.Kernels[S.KernelSlot]->Params[I].Name, entry(P.Rotations[N].Entry)));
  }

  const Plan &P;
  const Region &R;
  plan::Touches Touches;
  std::set<const Stmt *> InSolo;
  std::vector<std::string> Lines;
};

std::string paramText(const KernelParam &Prm) {
  std::string S = "  " + Prm.PhaseType + (llvm::StringRef(Prm.PhaseType).ends_with("*") ? "" : " ") + Prm.Name + ":";
  switch (Prm.K) {
  case KernelParam::Kind::Value: return S + formatv(" value of {0} bytes", Prm.Size).str();
  case KernelParam::Kind::Local: return S + " local memory";
  case KernelParam::Kind::Unsupported: return S + " not supported";
  case KernelParam::Kind::Buffer: break;
  }
  const Access &U = Prm.Use;
  S += U.Reads && U.Writes ? " read and written" : U.Writes ? " written" : U.Reads ? " read" : " not used";
  if (U.Atomic)
    S += ", by atomics in any order";
  if (U.OwnBytes)
    S += formatv(", only the work-item's own {0} bytes", U.OwnBytes);
  if (U.Extent)
    S += formatv(", only the first {0} bytes", U.Extent);
  if (Prm.Raises)
    S += formatv(", only raised to {0:x}", *Prm.Raises);
  if (!Prm.LoopBound.empty())
    S += ", bounds the " + Prm.LoopBound;
  return S;
}

} // namespace

std::string planText(const Plan &P, bool Full) {
  PlanNotes Notes(P);
  auto Of = [&](const Stmt &S) { return Notes.of(S); };
  RegionTextForm Form;
  Form.Full = Full;
  Form.Head = Notes.head();
  Form.Notes = Of;
  return regionText(*P.R, Form);
}

std::string kernelText(const KernelSummary &K) {
  std::string S = formatv("kernel {0}: {1}", K.Name, walkName(K.Sched));
  if (!K.ScheduleReason.empty())
    S += " (" + K.ScheduleReason + ")";
  S += "\n";
  auto Say = [&](const std::string &Line) { S += "  " + Line + "\n"; };
  for (const KernelParam &Prm : K.Params)
    S += paramText(Prm) + "\n";
  for (const LocalVariable &V : K.Locals)
    Say(formatv("local {0}: {1} bytes", V.Name, V.Size));
  for (unsigned D = 0; D < 3; ++D)
    if (const auto &B = K.Bounds[D]) {
      std::string Text = B->Text[0];
      for (size_t I = 0; I < B->Params.size(); ++I)
        Text += K.Params[B->Params[I]].Name + B->Text[I + 1];
      Say(formatv("work-items do something only where get_global_id({0}) {1} {2}", D, B->Inclusive ? "<=" : "<", Text));
    }
  if (!K.Waits.empty())
    Say("waits for its other groups: " + K.Waits);
  if (!K.OwnBarrier.empty())
    Say("own barrier between groups: " + K.OwnBarrier + (K.FewerGroups ? ", any number of groups" : ""));
  if (K.ReqdLocalSize[0])
    Say(formatv("work-group size {0}, {1}, {2}", K.ReqdLocalSize[0], K.ReqdLocalSize[1], K.ReqdLocalSize[2]));
  if (!K.SurplusSafe)
    Say("needs exactly its local size: " + K.SurplusReason);
  for (const KernelRace &Race : K.Races)
    Say(formatv("race: '{0}' written at {1}, '{2}' read at {3}", K.Params[Race.Written].Name, Race.WrittenAt,
                K.Params[Race.Read].Name, Race.ReadAt));
  if (K.FlagStores)
    Say(formatv("stores of constants to flags: {0}", K.FlagStores));
  if (!K.Gathers.empty())
    Say("waits for loads in " + K.Gathers);
  if (!K.Uneven.empty())
    Say("work-items differ in " + K.Uneven);
  for (const Diagnostic &D : K.Problems)
    Say("problem: " + D.message() + " [" + diagCode(D.D).str() + "]");
  return S;
}

} // namespace persistify
