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
#include "persistify/Hints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace persistify::plan {
namespace {

using Roots = std::set<unsigned>; ///< indices in Plan::Entries

struct Pending {
  bool Write = false;
  const Stmt *By = nullptr;
  bool operator<(const Pending &O) const { return std::tie(Write, By) < std::tie(O.Write, O.By); }
  bool operator==(const Pending &O) const { return Write == O.Write && By == O.By; }
};

struct State {
  bool Reachable = true;
  std::vector<Roots> Handles, Args;
  std::map<unsigned, std::set<Pending>> Since; ///< entry -> accesses since the last barrier
  bool operator==(const State &O) const {
    return Reachable == O.Reachable && Handles == O.Handles && Args == O.Args && Since == O.Since;
  }
  void join(const State &B) {
    for (size_t I = 0; I < Handles.size(); ++I)
      Handles[I].insert(B.Handles[I].begin(), B.Handles[I].end());
    for (size_t I = 0; I < Args.size(); ++I)
      Args[I].insert(B.Args[I].begin(), B.Args[I].end());
    for (auto &[E, S] : B.Since)
      Since[E].insert(S.begin(), S.end());
  }
};

struct Touch {
  Roots R;
  bool Read = false, Write = false;
  std::string What; ///< "relax.dist"
};

std::string place(const Stmt &S) {
  return llvm::formatv("line {0} ({1})", S.Range.Line, S.What).str();
}

class Placer : public Flow<State, Placer> {
public:
  explicit Placer(Plan &P) : P(P) {}

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
  Roots rootsOf(const Handle &H, const State &S) const {
    return H.K == Handle::Null ? Roots() : S.Handles[H.V];
  }

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
          T.push_back({St.Args[A], U.Reads, U.Writes, K.Name + "." + K.Params[I].Name});
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
    default: break;
    }
    return T;
  }

  /// Entries may be the same memory unless they were seen to be set to
  /// different objects; where that decides, a guard checks it.
  bool mayAlias(unsigned E, unsigned F) const {
    const auto &A = P.Entries[E].Keys, &B = P.Entries[F].Keys;
    if (E == F)
      return true;
    if (P.Entries[E].Own || P.Entries[F].Own || declaredDistinct(P.Entries[E], P.Entries[F]))
      return false;
    if (A.empty() || B.empty())
      return true;
    return llvm::any_of(A, [&](const std::string &K) { return B.count(K) != 0; });
  }

  static bool isNamed(const PlanEntry &E, llvm::StringRef Name) {
    return hintNames(Name, E.Name) ||
           llvm::any_of(E.Keys, [&](const std::string &K) { return hintNames(Name, K); });
  }
  bool declaredDistinct(const PlanEntry &A, const PlanEntry &B) const {
    for (const DistinctHint &H : P.R->Distinct)
      if ((isNamed(A, H.A) && isNamed(B, H.B)) || (isNamed(A, H.B) && isNamed(B, H.A))) {
        H.From->Used = true;
        return true;
      }
    return false;
  }

  std::string reason(unsigned E, unsigned F, const Pending &Q, const Touch &T) const {
    const PlanEntry &A = P.Entries[E], &B = P.Entries[F];
    bool Unknown = E != F && (A.Keys.empty() || B.Keys.empty());
    return llvm::formatv("{0}: {1} at {2}, {3} here{4}", name(A), Q.Write ? "written" : "read", place(*Q.By),
                         T.Write ? "written" : "read",
                         Unknown ? " (perhaps the same buffer as " + name(B) + ")" : "");
  }
  static std::string name(const PlanEntry &E) {
    if (E.Keys.size() != 1)
      return E.Name;
    llvm::StringRef K = *E.Keys.begin();
    size_t Colon = K.rfind(':');
    return (Colon == llvm::StringRef::npos ? K : K.substr(Colon + 1)).str();
  }

  void phase(const Stmt &S, State &St) {
    std::vector<Touch> Ts = touches(S, St);
    std::vector<std::string> Reasons;
    for (const Touch &T : Ts)
      for (unsigned E : T.R)
        for (auto &[F, Qs] : St.Since) {
          if (!mayAlias(E, F))
            continue;
          for (const Pending &Q : Qs)
            if (Q.Write || T.Write) {
              Reasons.push_back(reason(E, F, Q, T));
              break;
            }
        }
    if (S.K == Stmt::Launch && !P.Kernels[S.KernelSlot]->Waits.empty())
      Reasons.push_back(P.Kernels[S.KernelSlot]->Name + " waits for its other groups, so all begin it together");
    bool Already = P.Barriers.count(&S);
    if (!Reasons.empty() || Already) {
      PlanBarrier &B = P.Barriers[&S];
      for (std::string &R : Reasons)
        if (!llvm::is_contained(B.Reasons, R))
          B.Reasons.push_back(std::move(R));
      St.Since.clear();
    } else {
      // Different entries that may be the same memory: a guard makes sure.
      for (const Touch &T : Ts)
        for (unsigned E : T.R)
          for (auto &[F, Qs] : St.Since)
            if (!mayAlias(E, F))
              for (const Pending &Q : Qs)
                if (Q.Write || T.Write)
                  Pairs.insert({E, F});
    }
    for (const Touch &T : Ts)
      for (unsigned E : T.R) {
        if (T.Read) {
          St.Since[E].insert({false, &S});
          P.Entries[E].Read = true;
        }
        if (T.Write) {
          St.Since[E].insert({true, &S});
          P.Entries[E].Written = true;
        }
      }
  }

public:
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
    case Stmt::Solo:
      forEachStmt(S.Body, [&](const Stmt &Inner) { InSolo.insert(&Inner); });
      return phase(S, St);
    case Stmt::ReadBack:
      if (InSolo.count(&S))
        return;
      return phase(S, St);
    case Stmt::Launch:
    case Stmt::Upload:
    case Stmt::Copy:
    case Stmt::Fill: return phase(S, St);
    default: return;
    }
  }

private:
  Plan &P;
  std::set<const Stmt *> InSolo;
  std::set<std::pair<unsigned, unsigned>> Pairs;
};

} // namespace

void placeBarriers(Plan &P) {
  // Barriers are only added, and adding one changes what is pending behind it:
  // repeat until none is added, so that reasons and pairs are those of the end.
  size_t Before;
  do {
    Before = P.Barriers.size();
    P.Distinct.clear();
    Placer(P).run();
  } while (P.Barriers.size() != Before);
}

} // namespace persistify::plan
