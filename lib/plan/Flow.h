//===- Flow.h - forward data flow over a structured region ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow of a region in one place: branches, loops (iterated until the
// state at their head holds for every trip), blocks that are left, break,
// continue and exits. An analysis gives the state and says how single
// statements change it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_PLAN_FLOW_H
#define PERSISTIFY_LIB_PLAN_FLOW_H

#include "persistify/Region.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace persistify::plan {

/// What both sets have.
template <typename T> std::set<T> common(const std::set<T> &A, const std::set<T> &B) {
  std::set<T> Out;
  std::set_intersection(A.begin(), A.end(), B.begin(), B.end(), std::inserter(Out, Out.end()));
  return Out;
}

/// Numbers of what is set on every way to a point.
struct SetState {
  bool Reachable = true;
  std::set<unsigned> Set;
  bool operator==(const SetState &O) const { return Reachable == O.Reachable && Set == O.Set; }
  void join(const SetState &B) { Set = common(Set, B.Set); }
};

/// \p State has `bool Reachable`, operator== and `void join(const State &)`,
/// which both states may assume to be reachable. \p Analysis (CRTP) has
/// `void transfer(const Stmt &, State &)` for statements without control flow.
template <typename State, typename Analysis> class Flow {
  Flow() = default;
  friend Analysis;

public:
  void list(const StmtList &L, State &St) {
    for (const Stmt &S : L) {
      if (!St.Reachable)
        return;
      statement(S, St);
    }
  }

  /// A loop is about to begin.
  void enter(const Stmt &, State &) {}
  /// The test of an If, Loop or Bail is evaluated.
  void condition(const Stmt &, State &) {}

private:
  Analysis &self() { return *static_cast<Analysis *>(this); }

  struct LoopTargets {
    State Break, Continue;
  };

  static State unreachable(const State &Like) {
    State S = Like;
    S.Reachable = false;
    return S;
  }
  static void meet(State &A, const State &B) {
    if (!B.Reachable)
      return;
    if (!A.Reachable)
      A = B;
    else
      A.join(B);
  }
  static void jump(State &Target, State &St) {
    meet(Target, St);
    St.Reachable = false;
  }

  void statement(const Stmt &S, State &St) {
    switch (S.K) {
    case Stmt::If: {
      self().condition(S, St);
      State Else = St;
      list(S.Body, St);
      list(S.Else, Else);
      meet(St, Else);
      return;
    }
    case Stmt::Loop: self().enter(S, St); return loop(S, St);
    case Stmt::Block: {
      Leaving.emplace(S.Label, unreachable(St));
      list(S.Body, St);
      meet(St, Leaving.at(S.Label));
      Leaving.erase(S.Label);
      return;
    }
    case Stmt::Leave:
      if (auto To = Leaving.find(S.Label); To != Leaving.end())
        return jump(To->second, St);
      St.Reachable = false; // for a block around the list at hand
      return;
    case Stmt::Break: return jump(Loops.back().Break, St);
    case Stmt::Continue: return jump(Loops.back().Continue, St);
    case Stmt::Exit: St.Reachable = false; return;
    case Stmt::Solo:
      self().transfer(S, St);
      list(S.Body, St);
      return;
    case Stmt::Bail:
      self().condition(S, St);
      if (!S.E)
        St.Reachable = false;
      return;
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
    case Stmt::Log: return self().transfer(S, St);
    }
  }

  void loop(const Stmt &S, State &St) {
    State Head = St;
    for (;;) {
      State Cur = Head, Out = unreachable(St);
      Loops.push_back({unreachable(St), unreachable(St)});
      auto Test = [&] {
        list(S.Before, Cur);
        if (S.E) {
          self().condition(S, Cur);
          meet(Out, Cur);
        }
      };
      if (!S.TestLast)
        Test();
      list(S.Body, Cur);
      meet(Cur, Loops.back().Continue);
      if (S.TestLast)
        Test();
      list(S.Next, Cur);
      meet(Out, Loops.back().Break);
      Loops.pop_back();
      State New = Head;
      meet(New, Cur);
      if (New == Head) {
        St = std::move(Out);
        return;
      }
      Head = std::move(New);
    }
  }

  std::vector<LoopTargets> Loops;
  std::map<unsigned, State> Leaving; ///< by block label
};

} // namespace persistify::plan

#endif // PERSISTIFY_LIB_PLAN_FLOW_H
