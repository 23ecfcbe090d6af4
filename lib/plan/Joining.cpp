//===- Joining.cpp - flags that come with a barrier ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag that the trip clears, kernels only raise, and the host reads behind them is
// known as soon as all groups have arrived at a barrier in between: each says with
// its arrival whether one of its work-items raised it. So nothing is stored to
// memory that all share, and nothing read from it behind the barrier.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {
namespace {

class Joiner {
public:
  explicit Joiner(Plan &P) : P(P) {}

  void list(const StmtList &L) {
    for (const Stmt &S : L) {
      if (S.K == Stmt::Loop)
        Joined = false;
      visit(S);
    }
  }

private:
  void visit(const Stmt &S) {
    if (S.K == Stmt::Solo)
      return;
    if (S.K == Stmt::Loop)
      trip(S);
    for (const StmtList *L : {&S.Before, &S.Next, &S.Body, &S.Else})
      for (const Stmt &Inner : *L)
        visit(Inner);
  }

  /// What each trip does, one after the other; blocks are no steps of their own.
  static void steps(const StmtList &L, std::vector<const Stmt *> &Out) {
    for (const Stmt &S : L)
      if (S.K == Stmt::Block)
        steps(S.Body, Out);
      else
        Out.push_back(&S);
  }

  void trip(const Stmt &Loop) {
    std::vector<const Stmt *> Steps;
    steps(Loop.Body, Steps);
    if (Loop.TestLast)
      steps(Loop.Before, Steps);
    for (unsigned N = 0; N < P.Rotations.size() && !Joined; ++N)
      join(N, Steps);
  }

  void join(unsigned N, llvm::ArrayRef<const Stmt *> Steps) {
    PlanRotation &Rot = P.Rotations[N];
    const ptrdiff_t Set =
        llvm::find_if(Steps, [&](const Stmt *S) { return P.Turns.count(S) && P.Turns.at(S) == N; }) - Steps.begin();
    if (Rot.Unit != Rot.Size || Set == ptrdiff_t(Steps.size()) || !isOnlyRaised(N))
      return;
    // All that is done to it, in this order: it is set, raised, read.
    size_t Uses = 1, Raise = Set, Read = 0;
    for (size_t I = Set + 1; I < Steps.size(); ++I) {
      if (size_t Launches = raises(N, *Steps[I])) {
        Uses += Launches;
        Raise = I;
      } else if (reads(N, *Steps[I])) {
        ++Uses;
        Read = Read ? Read : I;
      }
    }
    if (Read < Raise || Uses != allUses(N))
      return;
    // Who comes to the reading came by all of it.
    for (size_t I = 0; I < Read; ++I)
      if (leaves(*Steps[I], false, I > size_t(Set)))
        return;
    auto Carries = [&](const Stmt *S) { return mayCarry(*S); };
    auto At = std::find_if(Steps.begin() + Raise + 1, Steps.begin() + Read + 1, Carries);
    if (At == Steps.begin() + Read + 1)
      return;
    Rot.Joins = *At;
    Joined = true;
  }

  /// Whether all that kernels do with it is to store one constant, and note which.
  bool isOnlyRaised(unsigned N) {
    std::optional<uint64_t> Value;
    for (auto &[Arg, Rotations] : P.TurnArgs) {
      if (!Rotations.count(N))
        continue;
      const KernelParam &Param = P.Kernels[Arg.first->KernelSlot]->Params[Arg.second];
      if (!isPlain(P, *Arg.first) || !Param.Raises || Param.Use.Extent != P.Rotations[N].Size ||
          (Value && *Value != *Param.Raises))
        return false;
      Value = Param.Raises;
    }
    if (Value)
      P.Rotations[N].Raised = *Value;
    return Value.has_value();
  }

  std::set<const Stmt *> launches(unsigned N) const {
    std::set<const Stmt *> Out;
    for (auto &[Arg, Rotations] : P.TurnArgs)
      if (Rotations.count(N))
        Out.insert(Arg.first);
    return Out;
  }

  size_t allUses(unsigned N) const {
    auto Is = [&](auto &Use) { return Use.second == N; };
    return launches(N).size() + llvm::count_if(P.Turns, Is) + llvm::count_if(P.TurnReads, Is);
  }

  /// How many launches in S raise it.
  size_t raises(unsigned N, const Stmt &S) const {
    const std::set<const Stmt *> Launches = launches(N);
    size_t Count = Launches.count(&S);
    for (const StmtList *L : {&S.Before, &S.Next, &S.Body, &S.Else})
      forEachStmt(*L, [&](const Stmt &Inner) { Count += Launches.count(&Inner); });
    return Count;
  }

  /// Whether S is a reading of all of it.
  bool reads(unsigned N, const Stmt &S) const {
    auto It = P.TurnReads.find(&S);
    return It != P.TurnReads.end() && It->second == N && S.Offset[0]->O == Expr::Const && S.Offset[0]->Bits == 0 &&
           S.Size == P.Rotations[N].Size && S.Size == P.R->Vars[S.Var].T.bytes();
  }

  /// Whether S may go on elsewhere in the trip than behind it; with \p Out, or leave the loop.
  static bool leaves(const Stmt &S, bool InLoop, bool Out) {
    switch (S.K) {
    case Stmt::Leave: return true;
    case Stmt::Continue: return !InLoop;
    case Stmt::Break: return Out && !InLoop;
    case Stmt::Exit: return Out;
    case Stmt::Assign:
    case Stmt::AssignHandle:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::Launch:
    case Stmt::ReadBack:
    case Stmt::Upload:
    case Stmt::Copy:
    case Stmt::Fill:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Solo:
    case Stmt::Log:
    case Stmt::Bail: break;
    }
    const bool Inside = InLoop || S.K == Stmt::Loop;
    for (const StmtList *L : {&S.Before, &S.Next, &S.Body, &S.Else})
      if (llvm::any_of(*L, [&](const Stmt &Inner) { return leaves(Inner, Inside, Out); }))
        return true;
    return false;
  }

  /// Whether a barrier stands in front of S, of the usual kind.
  bool mayCarry(const Stmt &S) const {
    return P.Barriers.count(&S) &&
           (S.K == Stmt::ReadBack || (S.K == Stmt::Launch && P.Kernels[S.KernelSlot]->Waits.empty() &&
                                      P.Kernels[S.KernelSlot]->OwnBarrier.empty()));
  }

  Plan &P;
  bool Joined = false; ///< in this loop, or one around it: work-items have one bit to raise
};

} // namespace

void joinFlags(Plan &P) {
  if (P.Uses.has(Opt::Joining) && P.Uses.has(Opt::FlagStores))
    Joiner(P).list(P.R->Body);
}

} // namespace persistify::plan
