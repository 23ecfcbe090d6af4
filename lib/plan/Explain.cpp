//===- Explain.cpp - a plan in words -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace persistify {

/// What was applied where, what was not, and why.
static void explainOptimisations(const Plan &P, llvm::raw_ostream &OS) {
  OS << "  optimisations:\n";
  auto Line = [&](Opt O, const std::string &Text) {
    OS << "    " << optTable()[unsigned(O)].Name << ": " << (P.Uses.has(O) ? Text : "switched off") << "\n";
  };
  auto Join = [](const std::vector<std::string> &L) { return L.empty() ? "nothing to do" : llvm::join(L, "; "); };
  unsigned Phases = 0, Free = 0;
  std::vector<std::string> Own, Rotated, Flags, Entries, Merged;
  plan::forEachStmt(P.R->Body, [&](const Stmt &S) {
    if (S.K == Stmt::Loop && P.Barriers.count(&S))
      Entries.push_back(llvm::formatv("line {0}", S.Range.Line));
    if (!S.isPhase())
      return;
    if (auto It = P.Merged.find(&S); It != P.Merged.end())
      for (const Stmt *Other : It->second)
        Merged.push_back(llvm::formatv("line {0} with line {1}", Other->Range.Line, S.Range.Line));
    ++Phases;
    Free += !P.Barriers.count(&S);
    if (P.SameIndex.count(&S) && !P.Barriers.count(&S))
      Own.push_back(llvm::formatv("line {0}", S.Range.Line));
  });
  Line(Opt::Elision, llvm::formatv("{0} of {1} phases need no barrier", Free, Phases));
  Line(Opt::SameIndex, Join(Own));
  for (const PlanRotation &Rot : P.Rotations)
    Rotated.push_back(plan::entryName(P.Entries[Rot.Entry]));
  for (const std::string &Why : P.NotRotated)
    Rotated.push_back("not " + Why);
  Line(Opt::Rotation, Join(Rotated));
  Line(Opt::LoopEntry, Join(Entries));
  std::set<std::string> Said;
  for (const KernelSummary *K : P.Kernels)
    if (K->FlagStores && Said.insert(K->Name).second)
      Flags.push_back(llvm::formatv("{0} in {1}", K->FlagStores, K->Name));
  Line(Opt::FlagStores, Join(Flags));
  Line(Opt::Merging, Join(Merged));
  std::vector<std::string> Joined, Hoisted;
  for (const PlanRotation &Rot : P.Rotations)
    if (Rot.Joins)
      Joined.push_back(llvm::formatv("{0}, by the barrier in front of line {1}", plan::entryName(P.Entries[Rot.Entry]),
                                     Rot.Joins->Range.Line));
  for (auto [S, N] : P.RangeOf)
    Hoisted.push_back(llvm::formatv("line {0}", S->Range.Line));
  llvm::sort(Hoisted);
  Line(Opt::Joining, Join(Joined));
  Line(Opt::Hoisting, Join(Hoisted));
  std::vector<std::string> Bounded;
  for (const Stmt *S : P.Bounded)
    Bounded.push_back(llvm::formatv("line {0}", S->Range.Line));
  llvm::sort(Bounded);
  Line(Opt::Guards, Join(Bounded));
  std::vector<std::string> Once;
  for (const auto &[Kernel, I] : P.Steady) {
    const KernelParam &Param = P.Model->find(Kernel)->Params[I];
    Once.push_back(llvm::formatv("{0} of {1} ({2})", Param.Name, Kernel, Param.LoopBound));
  }
  Line(Opt::LoopBounds, Join(Once));
}

std::string explain(const Plan &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "  phases:\n";
  plan::forEachStmt(P.R->Body, [&](const Stmt &S) {
    auto It = P.Barriers.find(&S);
    if (S.K == Stmt::Loop && It != P.Barriers.end())
      OS << llvm::formatv("    barrier: for the first trip of the loop at line {0}\n", S.Range.Line);
    if (!S.isPhase())
      return;
    if (It != P.Barriers.end()) {
      OS << "    barrier";
      for (size_t I = 0; I < It->second.Reasons.size(); ++I)
        OS << (I ? "; " : ": ") << It->second.Reasons[I];
      OS << "\n";
    }
    OS << llvm::formatv("    line {0}: {1}", S.Range.Line, S.What);
    if (S.K == Stmt::Launch) {
      const KernelSummary &K = *P.Kernels[S.KernelSlot];
      OS << " " << K.Name << ", "
         << (K.Sched == Schedule::ItemStride ? "item-stride" : "group-stride");
      if (!K.ScheduleReason.empty())
        OS << " (" << K.ScheduleReason << ")";
      if (!K.OwnBarrier.empty())
        OS << ", its own barrier " << K.OwnBarrier << " replaced";
      if (K.FewerGroups)
        OS << ", by as many groups as are resident";
      else if (!K.Waits.empty())
        OS << ", each group with a resident one of its own";
      if (!K.Gathers.empty() && isLone(P))
        OS << ", more registers for the loads of its " << K.Gathers;
      if (!K.Uneven.empty() && isLone(P) && !isGathering(P))
        OS << ", large work-groups for the longest of its " << K.Uneven;
    }
    auto Own = P.SameIndex.find(&S);
    if (auto Turn = P.Turns.find(&S); Turn != P.Turns.end())
      OS << (P.Rotations[Turn->second].Joins ? ", nothing to do: kernels only raise it"
                                             : ", goes on to the next of three cells");
    else if (It == P.Barriers.end() && Own != P.SameIndex.end())
      OS << ", no barrier: each work-item uses its own element of " << llvm::join(Own->second, ", of ");
    else if (It == P.Barriers.end())
      OS << ", no barrier: nothing it touches was written, or is written here, since the last one";
    OS << "\n";
  });
  explainOptimisations(P, OS);
  OS << "  captured:";
  for (const Slot &S : P.R->Slots)
    if (S.LocalType.empty() && !S.Text.empty())
      OS << " " << S.Text;
  OS << "\n  written back:";
  for (const Variable &V : P.R->Vars)
    if (V.Slot >= 0 && V.Assigned && P.R->Slots[V.Slot].LocalType.empty())
      OS << " " << P.R->Slots[V.Slot].Text;
  for (const HandleVariable &H : P.R->Handles)
    if (H.Slot >= 0 && H.Assigned)
      OS << " " << P.R->Slots[H.Slot].name();
  OS << "\n  arguments set by the region:";
  for (const PlanArg &A : P.Args)
    if (A.Set)
      OS << llvm::formatv(" {0}[{1}]", P.Kernels[A.Kernel]->Name, A.Index);
  OS << "\n  arguments recorded before it:";
  for (const PlanArg &A : P.Args)
    if (A.Recorded)
      OS << llvm::formatv(" {0}[{1}]", P.Kernels[A.Kernel]->Name, A.Index);
  OS << "\n  guards: kernel names, source text, recorded arguments, one in-order queue, device qualified";
  for (auto [A, B] : P.SameOrApart)
    OS << llvm::formatv("; {0} and {1} are the same buffer or distinct", P.Entries[A].Name, P.Entries[B].Name);
  for (const PlanRotation &Rot : P.Rotations)
    for (unsigned E : Rot.Same)
      OS << llvm::formatv("; {0} is {1}", P.Entries[E].Name, P.Entries[Rot.Entry].Name);
  for (const PlanRotation &Rot : P.Rotations)
    for (unsigned E : Rot.Maybe)
      OS << llvm::formatv("; {0} is {1}, or distinct", P.Entries[E].Name, P.Entries[Rot.Entry].Name);
  for (auto [A, B] : P.Distinct)
    OS << llvm::formatv("; {0} and {1} are distinct buffers", P.Entries[A].Name, P.Entries[B].Name);
  for (const KernelSummary *K : P.Kernels)
    if (!K->Waits.empty() && !K->FewerGroups)
      OS << "; all groups of " << K->Name << " are resident";
  for (const Precondition &C : P.R->Preconditions)
    OS << "; " << C.Text;
  if (P.UniformLocal)
    OS << "; all local sizes are equal";
  OS << "\n  between trips: ";
  if (P.Boundary.Loop)
    OS << "the loop can be entered and left";
  else
    OS << "the loop is not entered or left: " << P.Boundary.Why;
  for (unsigned V : P.Boundary.Carried)
    OS << (V == P.Boundary.Carried.front() ? ", with " : ", ") << P.R->Vars[V].Here;
  OS << "\n";
  for (const RegionNote &N : P.R->Notes)
    OS << llvm::formatv("  line {0}: {1}\n", N.Range.Line, N.Text);
  return Text;
}

} // namespace persistify
