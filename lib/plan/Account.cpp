//===- Account.cpp - a plan as values for reports -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace persistify {
namespace {

class Accountant {
public:
  explicit Accountant(const Plan &P) : P(P), R(*P.R) {}

  LoopAccount run() {
    buffers();
    Plan Copy = P; // looking for accesses notes those of the host's transfers again
    Touches = plan::allTouches(Copy);
    list(R.Body, 0, false);
    optimisations();
    captured();
    guards();
    behind();
    A.BetweenTrips = P.Boundary.Loop != nullptr;
    A.NotBetween = P.Boundary.Why;
    for (unsigned V : P.Boundary.Carried)
      A.Carried.push_back(R.Vars[V].Here);
    for (const RegionNote &N : R.Notes)
      A.Notes.push_back({N.Range, N.Text});
    return std::move(A);
  }

private:
  std::string name(unsigned Entry) const { return plan::entryName(P.Entries[Entry]); }

  void buffers() {
    for (unsigned I = 0; I < P.Entries.size(); ++I) {
      const PlanEntry &E = P.Entries[I];
      const std::string Name = name(I);
      unsigned B = 0;
      while (B < A.Buffers.size() && A.Buffers[B].Name != Name)
        ++B;
      if (B == A.Buffers.size()) {
        A.Buffers.emplace_back();
        A.Buffers[B].Name = Name;
      }
      A.Buffers[B].Read |= E.Read;
      A.Buffers[B].Written |= E.Written;
      A.Buffers[B].Own |= E.Own;
      BufferOf.push_back(B);
    }
    for (const PlanRotation &Rot : P.Rotations) {
      A.Buffers[BufferOf[Rot.Entry]].Rotates = true;
      for (unsigned E : Rot.Same)
        A.Buffers[BufferOf[E]].Rotates = true;
    }
  }

  // ---- phases

  void list(const StmtList &L, unsigned Depth, bool Conditional) {
    for (const Stmt &S : L) {
      const bool Loop = S.K == Stmt::Loop;
      if (Loop || S.isPhase())
        step(S, Depth, Conditional);
      if (S.K == Stmt::Solo) // one phase
        continue;
      // What follows a place that a trip may leave from is not told apart.
      const bool Inside = Conditional || S.K == Stmt::If;
      list(S.Before, Depth + Loop, Inside);
      list(S.Next, Depth + Loop, Inside);
      list(S.Body, Depth + Loop, Loop ? false : Inside);
      list(S.Else, Depth + Loop, Inside);
    }
  }

  void step(const Stmt &S, unsigned Depth, bool Conditional) {
    AccountStep T;
    T.K = S.K == Stmt::Loop ? AccountStep::Loop : AccountStep::Phase;
    T.Range = S.Range;
    T.Depth = Depth;
    T.Conditional = Conditional;
    T.What = S.K == Stmt::Loop ? "loop" : S.What;
    auto It = P.Barriers.find(&S);
    if (It != P.Barriers.end())
      T.Barrier = It->second.Reasons;
    if (S.K == Stmt::Launch)
      launch(S, T);
    auto Own = P.SameIndex.find(&S);
    if (auto Turn = P.Turns.find(&S); Turn != P.Turns.end())
      T.Turn = P.Rotations[Turn->second].Joins ? "nothing to do: kernels only raise it"
                                               : "goes on to the next of three cells";
    else if (It == P.Barriers.end() && Own != P.SameIndex.end())
      T.NoBarrier = "each work-item uses its own element of " + llvm::join(Own->second, ", of ");
    else if (It == P.Barriers.end() && S.K != Stmt::Loop)
      T.NoBarrier = "nothing it touches was written, or is written here, since the last one";
    uses(S, T);
    A.Steps.push_back(std::move(T));
  }

  void launch(const Stmt &S, AccountStep &T) const {
    const KernelSummary &K = *P.Kernels[S.KernelSlot];
    T.Kernel = K.Name;
    T.KernelRange = K.Range;
    T.Schedule = K.Sched == Schedule::ItemStride ? "item-stride" : "group-stride";
    T.ScheduleReason = K.ScheduleReason;
    if (!K.OwnBarrier.empty())
      T.Remarks.push_back("its own barrier " + K.OwnBarrier + " replaced");
    if (K.FewerGroups)
      T.Remarks.push_back("by as many groups as are resident");
    else if (!K.Waits.empty())
      T.Remarks.push_back("each group with a resident one of its own");
    for (const Diagnostic &D : P.Remarks)
      if (D.D == Diag::NoteRace && D.Range.File == S.Range.File && D.Range.Begin == S.Range.Begin)
        T.Remarks.push_back("race: " + D.Args[1]);
    if (!K.Gathers.empty() && isLone(P))
      T.Remarks.push_back("more registers for the loads of its " + K.Gathers);
    if (!K.Uneven.empty() && isLone(P) && !isGathering(P))
      T.Remarks.push_back("large work-groups for the longest of its " + K.Uneven);
  }

  void uses(const Stmt &S, AccountStep &T) const {
    auto Found = Touches.find(&S);
    if (Found == Touches.end())
      return;
    for (const plan::Touch &Touch : Found->second)
      for (unsigned E : Touch.R) {
        AccountUse *Use = nullptr;
        for (AccountUse &U : T.Uses)
          if (U.Buffer == BufferOf[E] && U.Through == Touch.What)
            Use = &U;
        if (!Use)
          Use = &T.Uses.emplace_back(AccountUse{BufferOf[E], false, false, Touch.What});
        Use->Read |= Touch.Read;
        Use->Written |= Touch.Write;
      }
  }

  // ---- optimisations

  AccountOptimisation &add(Opt O, std::vector<std::string> Done = {}) {
    AccountOptimisation New;
    New.Name = optTable()[unsigned(O)].Name.str();
    New.Meaning = optTable()[unsigned(O)].Meaning.str();
    New.On = P.Uses.has(O);
    New.Done = std::move(Done);
    New.Applied = New.On && !New.Done.empty();
    A.Optimisations.push_back(std::move(New));
    return A.Optimisations.back();
  }

  /// Phases, and loops; what a solo loop does is part of that one phase.
  static void forEachStep(const StmtList &L, llvm::function_ref<void(const Stmt &)> F) {
    for (const Stmt &S : L) {
      F(S);
      if (S.K == Stmt::Solo)
        continue;
      for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
        forEachStep(*Inner, F);
    }
  }

  static std::string lineOf(const Stmt &S) { return llvm::formatv("line {0}", S.Range.Line); }

  /// What was applied where, what was not, and why.
  void optimisations() {
    unsigned Phases = 0, Free = 0;
    std::vector<std::string> Own, Rotated, NotRotated, Flags, Entries, Merged;
    forEachStep(R.Body, [&](const Stmt &S) {
      if (S.K == Stmt::Loop && P.Barriers.count(&S))
        Entries.push_back(lineOf(S));
      if (!S.isPhase())
        return;
      if (auto It = P.Merged.find(&S); It != P.Merged.end())
        for (const Stmt *Other : It->second)
          Merged.push_back(lineOf(*Other) + " with " + lineOf(S));
      ++Phases;
      Free += !P.Barriers.count(&S);
      if (P.SameIndex.count(&S) && !P.Barriers.count(&S))
        Own.push_back(lineOf(S));
    });
    AccountOptimisation &Elision = add(Opt::Elision);
    Elision.Count = llvm::formatv("{0} of {1} phases need no barrier", Free, Phases);
    Elision.Applied = Elision.On && Free;
    add(Opt::SameIndex, std::move(Own));
    for (const PlanRotation &Rot : P.Rotations)
      Rotated.push_back(name(Rot.Entry));
    add(Opt::Rotation, std::move(Rotated)).NotDone = P.NotRotated;
    add(Opt::LoopEntry, std::move(Entries));
    std::set<std::string> Said;
    for (const KernelSummary *K : P.Kernels)
      if (K->FlagStores && Said.insert(K->Name).second)
        Flags.push_back(llvm::formatv("{0} in {1}", K->FlagStores, K->Name));
    add(Opt::FlagStores, std::move(Flags));
    add(Opt::Merging, std::move(Merged));
    std::vector<std::string> Joined, Hoisted, Bounded, Once;
    for (const PlanRotation &Rot : P.Rotations)
      if (Rot.Joins)
        Joined.push_back(
            llvm::formatv("{0}, by the barrier in front of line {1}", name(Rot.Entry), Rot.Joins->Range.Line));
    add(Opt::Joining, std::move(Joined));
    for (auto [S, N] : P.RangeOf)
      Hoisted.push_back(lineOf(*S));
    llvm::sort(Hoisted);
    add(Opt::Hoisting, std::move(Hoisted));
    for (const Stmt *S : P.Bounded)
      Bounded.push_back(lineOf(*S));
    llvm::sort(Bounded);
    add(Opt::Guards, std::move(Bounded));
    for (const auto &[Kernel, I] : P.Steady) {
      const KernelParam &Param = P.Model->find(Kernel)->Params[I];
      Once.push_back(llvm::formatv("{0} of {1} ({2})", Param.Name, Kernel, Param.LoopBound));
    }
    add(Opt::LoopBounds, std::move(Once));
  }

  // ---- state

  static std::string kindOf(const Slot &S) {
    switch (S.K) {
    case Slot::Queue: return "queue";
    case Slot::Kernel: return "kernel";
    case Slot::Buffer: return "buffer";
    case Slot::Scalar: return "scalar";
    case Slot::Blob: return "object";
    case Slot::Mirror: return "array";
    case Slot::Context: return "context";
    }
    return "";
  }

  void captured() {
    std::set<int> Back;
    for (const Variable &V : R.Vars)
      if (V.Slot >= 0 && V.Assigned && R.Slots[V.Slot].LocalType.empty()) {
        A.WrittenBack.push_back(R.Slots[V.Slot].Text);
        Back.insert(V.Slot);
      }
    for (const HandleVariable &H : R.Handles)
      if (H.Slot >= 0 && H.Assigned) {
        A.WrittenBack.push_back(R.Slots[H.Slot].name());
        Back.insert(H.Slot);
      }
    for (size_t I = 0; I < R.Slots.size(); ++I)
      if (const Slot &S = R.Slots[I]; S.LocalType.empty() && !S.Text.empty())
        A.Captured.push_back({S.Text, kindOf(S), S.Size, Back.count(int(I)) != 0});
    for (const PlanArg &Arg : P.Args)
      if (Arg.Set || Arg.Recorded)
        A.Arguments.push_back(
            {P.Kernels[Arg.Kernel]->Name, Arg.Param ? Arg.Param->Name : "", Arg.Index, Arg.Set, Arg.Recorded});
  }

  void guards() {
    A.AlwaysGuarded = {"kernel names", "source text", "recorded arguments", "one in-order queue", "device qualified"};
    auto Add = [&](std::string Text) { A.Guards.push_back({std::move(Text), ""}); };
    auto Entry = [&](unsigned E) { return P.Entries[E].Name; };
    for (auto [E, F] : P.SameOrApart)
      Add(llvm::formatv("{0} and {1} are the same buffer or distinct", Entry(E), Entry(F)));
    for (const PlanRotation &Rot : P.Rotations)
      for (unsigned E : Rot.Same)
        Add(llvm::formatv("{0} is {1}", Entry(E), Entry(Rot.Entry)));
    for (const PlanRotation &Rot : P.Rotations)
      for (unsigned E : Rot.Maybe)
        Add(llvm::formatv("{0} is {1}, or distinct", Entry(E), Entry(Rot.Entry)));
    for (auto [E, F] : P.Distinct)
      A.Guards.push_back(
          {llvm::formatv("{0} and {1} are distinct buffers", Entry(E), Entry(F)), "", Entry(E), Entry(F)});
    for (const KernelSummary *K : P.Kernels)
      if (!K->Waits.empty() && !K->FewerGroups)
        Add("all groups of " + K->Name + " are resident");
    for (const Precondition &C : R.Preconditions)
      A.Guards.push_back({C.Text, C.Reason});
    if (P.UniformLocal)
      Add("all local sizes are equal");
  }

  void behind() {
    for (const DeferredStmt &D : R.Deferred)
      A.Behind.push_back({D.Range, "as often, in the same order, with the values that it had then"});
    for (const std::string *Text : {&R.Commit, &R.CommitTexts})
      if (!Text->empty())
        A.Behind.push_back({{}, *Text});
    for (const RegionExit &X : R.Exits)
      A.Exits.push_back({X.Range, X.Text});
  }

  const Plan &P;
  const Region &R;
  plan::Touches Touches;
  std::vector<unsigned> BufferOf; ///< by Plan::Entries index
  LoopAccount A;
};

} // namespace

LoopAccount account(const Plan &P) { return Accountant(P).run(); }

} // namespace persistify
