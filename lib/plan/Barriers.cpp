//===- Barriers.cpp - where barriers stand, and why ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward data-flow analysis over the structured region (rule K7). The state
// is, for each handle variable and kernel argument, the entry buffers it may
// be, and the accesses made since the last barrier. A phase that conflicts with
// one of them gets a barrier in front of it, which clears them. Loops are
// iterated until the state at their head holds for every trip, so the back
// edge, skipped branches and zero-trip inner loops are covered; barriers are
// only ever added.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "persistify/Planted.h"
#include "persistify/Hints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace persistify::plan {
namespace {

struct Pending {
  bool Write = false;
  uint64_t Number = 0; ///< of By in the text: reasons are given in that order
  const Stmt *By = nullptr;
  uint64_t Own = 0; ///< Touch::Own
  bool operator<(const Pending &O) const { return std::tie(Write, Number, Own) < std::tie(O.Write, O.Number, O.Own); }
  bool operator==(const Pending &O) const { return Write == O.Write && By == O.By && Own == O.Own; }
};

struct State {
  bool Reachable = true;
  std::vector<Roots> Handles, Args;
  std::map<unsigned, std::set<Pending>> Since; ///< entry -> accesses since the last barrier
  std::set<unsigned> Turned;                   ///< rotations that went on since then
  bool operator==(const State &O) const {
    return Reachable == O.Reachable && Handles == O.Handles && Args == O.Args && Since == O.Since && Turned == O.Turned;
  }
  void join(const State &B) {
    for (size_t I = 0; I < Handles.size(); ++I)
      Handles[I].insert(B.Handles[I].begin(), B.Handles[I].end());
    for (size_t I = 0; I < Args.size(); ++I)
      Args[I].insert(B.Args[I].begin(), B.Args[I].end());
    for (auto &[E, S] : B.Since)
      Since[E].insert(S.begin(), S.end());
    Turned.insert(B.Turned.begin(), B.Turned.end());
  }
};

std::string place(const Stmt &S) { return llvm::formatv("line {0} ({1})", S.Range.Line, S.What).str(); }

class Placer : public Flow<State, Placer> {
public:
  /// \p Collect: only finds out what phases touch.
  Placer(Plan &P, Touches *Collect) : P(P), Collect(Collect), Values(*P.R) {
    forEachStmt(P.R->Body, [&](const Stmt &S) {
      Numbers.try_emplace(&S, planted("pointer-order") ? reinterpret_cast<uintptr_t>(&S) : Numbers.size());
    });
  }

  void run() {
    State S;
    S.Handles.resize(P.R->Handles.size());
    S.Args.resize(P.Args.size());
    for (unsigned I = 0; I < P.Entries.size(); ++I) {
      if (P.Entries[I].HandleVar >= 0)
        S.Handles[P.Entries[I].HandleVar].insert(I);
      else
        S.Args[P.Entries[I].Arg].insert(I);
    }
    list(P.R->Body, S);
    // Pairs that no barrier separated were taken to be disjoint.
    for (auto [A, B] : Pairs)
      if (!P.Entries[A].Own && !P.Entries[B].Own)
        P.Distinct.insert({std::min(A, B), std::max(A, B)});
  }

private:
  Roots rootsOf(const Handle &H, const State &S) const { return H.K == Handle::Null ? Roots() : S.Handles[H.V]; }

  std::vector<Touch> touches(const Stmt &S, const State &St) const {
    std::vector<Touch> T;
    switch (S.K) {
    case Stmt::Launch: {
      const KernelSummary &K = *P.Kernels[S.KernelSlot];
      for (unsigned I = 0; I < K.Params.size(); ++I) {
        if (K.Params[I].K != KernelParam::Kind::Buffer)
          continue;
        int A = P.argOf(S.KernelSlot, I);
        const Access &U = K.Params[I].Use;
        if (A >= 0 && (U.Reads || U.Writes))
          T.push_back({St.Args[A], U.Reads, U.Writes, K.Name + "." + K.Params[I].Name, int(I),
                       K.Sched == Schedule::ItemStride ? U.OwnBytes : 0});
      }
      break;
    }
    case Stmt::ReadBack: T.push_back({rootsOf(S.H, St), true, false, S.What}); break;
    case Stmt::Solo: // one phase, whatever it reads how often
      forEachStmt(S.Body, [&](const Stmt &Inner) {
        if (Inner.K == Stmt::ReadBack)
          T.push_back({rootsOf(Inner.H, St), true, false, Inner.What});
      });
      break;
    case Stmt::Upload:
    case Stmt::Fill: T.push_back({rootsOf(S.H, St), false, true, S.What}); break;
    case Stmt::Copy:
      T.push_back({rootsOf(S.H, St), true, false, S.What});
      T.push_back({rootsOf(S.H2, St), false, true, S.What});
      break;
    case Stmt::Assign:
    case Stmt::AssignHandle:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
    case Stmt::Log:
    case Stmt::Bail: break;
    }
    return T;
  }

  std::string reason(unsigned E, unsigned F, const Pending &Q, const Touch &T) const {
    const PlanEntry &A = P.Entries[E], &B = P.Entries[F];
    bool Unknown = E != F && (A.Keys.empty() || B.Keys.empty());
    return llvm::formatv("{0}: {1} at {2}, {3} here{4}", entryName(A), Q.Write ? "written" : "read", place(*Q.By),
                         T.Write ? "written" : "read",
                         Unknown ? " (perhaps the same buffer as " + entryName(B) + ")" : "");
  }
  /// Both are done by the same work-item, one behind the other.
  bool byOneItem(const Stmt &A, const Stmt &B) const {
    return P.Uses.has(Opt::Elision) && A.K == Stmt::Upload && B.K == Stmt::Upload;
  }
  /// A dependence within each work-item, which needs no barrier.
  bool sameIndex(const Pending &Q, const Touch &T, const Stmt &S) const {
    return P.Uses.has(Opt::SameIndex) && T.Own && Q.Own == T.Own && Values.sameItems(*Q.By, S);
  }

  /// Goes on to the next cell. The one behind it is set for the next time: all
  /// have left it if a barrier stood between this and the last time.
  void turn(const Stmt &S, State &St) {
    const unsigned N = P.Turns.at(&S);
    const PlanRotation &Rot = P.Rotations[N];
    if (St.Turned.count(N) || P.Barriers.count(&S)) {
      PlanBarrier &B = P.Barriers[&S];
      if (B.Reasons.empty())
        B.Reasons.push_back(entryName(P.Entries[Rot.Entry]) + ": one barrier from one of its cells to the next");
      St.Since.clear();
      St.Turned.clear();
    }
    St.Since.erase(Rot.Entry);
    for (unsigned E : Rot.Same)
      St.Since.erase(E);
    St.Turned.insert(N);
    P.Entries[Rot.Entry].Written = true;
  }

  /// What the host itself does to buffers, which flags such as CL_MEM_HOST_NO_ACCESS forbid.
  void hostAccess(const Stmt &S, const State &St) {
    auto IsArray = [&](const Handle &H) { return H.K == Handle::Var && P.R->Handles[H.V].Mirror; };
    if (S.K == Stmt::ReadBack || (S.K == Stmt::Copy && IsArray(S.H2)))
      for (unsigned E : rootsOf(S.H, St))
        P.Entries[E].HostReads = true;
    if (S.K == Stmt::Upload || (S.K == Stmt::Copy && IsArray(S.H)))
      for (unsigned E : rootsOf(*S.writes(), St))
        P.Entries[E].HostWrites = true;
    if (S.K == Stmt::Solo)
      forEachStmt(S.Body, [&](const Stmt &Inner) { hostAccess(Inner, St); });
  }

  void phase(const Stmt &S, State &St) {
    std::vector<Touch> Ts = touches(S, St);
    hostAccess(S, St);
    if (Collect) {
      std::vector<Touch> &All = (*Collect)[&S];
      All.insert(All.end(), Ts.begin(), Ts.end());
      return;
    }
    if (P.Turns.count(&S))
      return turn(S, St);
    std::vector<std::string> Reasons, Within;
    std::set<std::pair<unsigned, unsigned>> Checked;
    for (const Touch &T : Ts)
      for (unsigned E : T.R)
        for (auto &[F, Qs] : St.Since) {
          if (!mayAlias(P, E, F))
            continue;
          for (const Pending &Q : Qs) {
            if ((!Q.Write && !T.Write) || byOneItem(*Q.By, S))
              continue;
            if (!sameIndex(Q, T, S)) {
              Reasons.push_back(reason(E, F, Q, T));
              break;
            }
            Within.push_back(entryName(P.Entries[E]) + " of " + place(*Q.By));
            if (E != F)
              Checked.insert({std::min(E, F), std::max(E, F)});
          }
        }
    if (!P.Uses.has(Opt::Elision))
      Reasons.push_back("each phase has one (--no-opt=elision)");
    if (S.K == Stmt::Launch && !P.Kernels[S.KernelSlot]->Waits.empty())
      Reasons.push_back(P.Kernels[S.KernelSlot]->Name + " waits for its other groups, so all begin it together");
    bool Already = P.Barriers.count(&S);
    if (!Reasons.empty() || Already) {
      PlanBarrier &B = P.Barriers[&S];
      for (std::string &R : Reasons)
        if (!llvm::is_contained(B.Reasons, R))
          B.Reasons.push_back(std::move(R));
      St.Since.clear();
      St.Turned.clear();
    } else {
      if (!Within.empty()) {
        std::vector<std::string> &Said = P.SameIndex[&S];
        for (std::string &W : Within)
          if (!llvm::is_contained(Said, W))
            Said.push_back(std::move(W));
        P.SameOrApart.insert(Checked.begin(), Checked.end());
      }
      // Different entries that may be the same memory: a guard makes sure.
      for (const Touch &T : Ts)
        for (unsigned E : T.R)
          for (auto &[F, Qs] : St.Since)
            if (!mayAlias(P, E, F))
              for (const Pending &Q : Qs)
                if (Q.Write || T.Write)
                  Pairs.insert({E, F});
    }
    for (const Touch &T : Ts)
      for (unsigned E : T.R) {
        if (T.Read) {
          St.Since[E].insert({false, Numbers.at(&S), &S, T.Own});
          P.Entries[E].Read = true;
        }
        if (T.Write) {
          St.Since[E].insert({true, Numbers.at(&S), &S, T.Own});
          P.Entries[E].Written = true;
        }
      }
  }

public:
  void enter(const Stmt &S, State &St) const {
    if (!P.Barriers.count(&S))
      return;
    St.Since.clear();
    St.Turned.clear();
  }

  void transfer(const Stmt &S, State &St) {
    switch (S.K) {
    case Stmt::AssignHandle: {
      Roots R = rootsOf(S.H, St);
      if (P.R->Handles[S.Var].IsArray)
        St.Handles[S.Var].insert(R.begin(), R.end());
      else
        St.Handles[S.Var] = std::move(R);
      return;
    }
    case Stmt::SetArg:
      if (S.Arg.K == ArgValue::HandleValue || S.Arg.K == ArgValue::NullPointer)
        if (int A = P.argOf(S.KernelSlot, S.ArgIndex); A >= 0)
          St.Args[A] = S.Arg.K == ArgValue::HandleValue ? rootsOf(S.Arg.H, St) : Roots();
      return;
    case Stmt::Solo: forEachStmt(S.Body, [&](const Stmt &Inner) { InSolo.insert(&Inner); }); return phase(S, St);
    case Stmt::ReadBack:
      if (InSolo.count(&S))
        return;
      return phase(S, St);
    case Stmt::Launch:
    case Stmt::Upload:
    case Stmt::Copy:
    case Stmt::Fill: return phase(S, St);
    case Stmt::Assign:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
    case Stmt::Log:
    case Stmt::Bail: return;
    }
  }

private:
  Plan &P;
  Touches *Collect;
  FixedValues Values;
  llvm::DenseMap<const Stmt *, uint64_t> Numbers; ///< of statements, as the text has them
  std::set<const Stmt *> InSolo;
  std::set<std::pair<unsigned, unsigned>> Pairs;
};

} // namespace

static bool isNamed(const PlanEntry &E, llvm::StringRef Name) {
  return hintNames(Name, E.Name) || llvm::any_of(E.Keys, [&](const std::string &K) { return hintNames(Name, K); });
}

static bool declaredDistinct(const Plan &P, const PlanEntry &A, const PlanEntry &B) {
  for (const DistinctHint &H : P.R->Distinct)
    if ((isNamed(A, H.A) && isNamed(B, H.B)) || (isNamed(A, H.B) && isNamed(B, H.A))) {
      if (H.From) // a region from text has none
        H.From->Used = true;
      return true;
    }
  return false;
}

bool mayAlias(const Plan &P, unsigned E, unsigned F) {
  const auto &A = P.Entries[E].Keys, &B = P.Entries[F].Keys;
  if (E == F)
    return true;
  if (P.Apart.count({std::min(E, F), std::max(E, F)}))
    return false;
  if (P.Entries[E].Own || P.Entries[F].Own || declaredDistinct(P, P.Entries[E], P.Entries[F]))
    return false;
  // A loop that asks which handles are the same expects that some are.
  if (A.empty() || B.empty() || P.R->ComparesHandles)
    return true;
  return llvm::any_of(A, [&](const std::string &K) { return B.count(K) != 0; });
}

std::string entryName(const PlanEntry &E) {
  if (E.Keys.size() != 1)
    return E.Name;
  llvm::StringRef K = *E.Keys.begin();
  size_t Colon = K.rfind(':');
  return (Colon == llvm::StringRef::npos ? K : K.substr(Colon + 1)).str();
}

/// Barriers for all dependences, besides those in front of \p Entries. They are
/// only added, and adding one changes what is pending behind it: repeated until
/// none is, so that reasons and pairs are those of the end.
static void settle(Plan &P, const std::set<const Stmt *> &Entries) {
  P.Barriers.clear();
  for (const Stmt *L : Entries)
    P.Barriers[L].Reasons = {"for the first trip of the loop"};
  size_t Before;
  do {
    Before = P.Barriers.size();
    P.Distinct.clear();
    P.SameOrApart.clear();
    P.SameIndex.clear();
    Placer(P, nullptr).run();
  } while (P.Barriers.size() != Before);
}

/// A loop makes many trips, as far as is known.
static uint64_t cost(const Plan &P, const StmtList &L, unsigned Depth = 0) {
  uint64_t Sum = 0;
  for (const Stmt &S : L) {
    Sum += P.Barriers.count(&S) ? uint64_t(1) << (4 * std::min(Depth, 12u)) : 0;
    unsigned Inside = Depth + (S.K == Stmt::Loop);
    Sum += cost(P, S.Before, Inside) + cost(P, S.Next, Inside) + cost(P, S.Body, Inside) + cost(P, S.Else, Inside);
  }
  return Sum;
}

/// What was written before a loop takes a barrier in each trip, unless one in front
/// of the loop separates it.
static void moveToEntries(Plan &P) {
  std::vector<const Stmt *> Loops;
  std::set<const Stmt *> InSolo; // no place for barriers
  forEachStmt(P.R->Body, [&](const Stmt &S) {
    if (S.K == Stmt::Solo)
      forEachStmt(S.Body, [&](const Stmt &Inner) { InSolo.insert(&Inner); });
    if (S.K == Stmt::Loop && !InSolo.count(&S))
      Loops.push_back(&S);
  });
  std::set<const Stmt *> Entries;
  uint64_t Best = cost(P, P.R->Body);
  for (const Stmt *L : Loops) {
    Entries.insert(L);
    settle(P, Entries);
    if (uint64_t Now = cost(P, P.R->Body); Now < Best)
      Best = Now;
    else
      Entries.erase(L);
  }
  settle(P, Entries);
}

Touches allTouches(Plan &P) {
  Touches All;
  Placer(P, &All).run();
  return All;
}

void placeBarriers(Plan &P) {
  if (P.Uses.has(Opt::Rotation))
    findRotations(P, allTouches(P));
  settle(P, {});
  if (P.Uses.has(Opt::LoopEntry))
    moveToEntries(P);
  // Cells are not looked for among other buffers' accesses.
  for (const PlanRotation &Rot : P.Rotations)
    for (unsigned E = 0; E < P.Entries.size(); ++E)
      if (E != Rot.Entry && !Rot.Same.count(E) && !Rot.Maybe.count(E) && !P.Entries[E].Own &&
          (P.Entries[E].Read || P.Entries[E].Written))
        P.Distinct.insert({std::min(E, Rot.Entry), std::max(E, Rot.Entry)});
}

} // namespace persistify::plan
