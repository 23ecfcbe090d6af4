//===- Unroll.cpp - loops that must be known trip by trip ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (i = 0; i < 3; i++) clSetKernelArg(k, i, sizeof(cl_mem), &buf[i]);` needs
// the value of i. A loop that could not be lowered as a loop is tried again
// trip by trip, as long as its test is constant.
//
//===----------------------------------------------------------------------===//
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"

using namespace clang;

namespace persistify::host {

bool Statements::unroll(const LoopParts &L) {
  constexpr unsigned MaxTrips = 64;
  Stmt Whole;
  Whole.K = Stmt::Block;
  Whole.Range = range(L.Whole->getSourceRange());
  Whole.Label = NextLabel++;
  StmtList *Saved = Out;
  std::vector<Env> Breaks;
  bool Broken = false, Done = false, First = true;
  /// Whether the test is constant, and Done if it fails.
  auto Test = [&] {
    if (L.CondVar)
      declare(L.CondVar);
    if ((!L.Cond && !L.Test) || !ok())
      return ok();
    const ExprP C = L.Test ? L.Test() : exprs().condition(L.Cond);
    auto T = truth(entry().settled(C));
    if (ok() && T)
      Done = !*T;
    // A number of elements, say, that is 0 where the program begins.
    if (Done && First && !truth(C) && Sight && Sight->inAnyOrder(LoopStmt))
      return false;
    First = false;
    return ok() && T.has_value();
  };
  Out = &Whole.Body;
  bool Good = L.TestLast || Test();
  for (unsigned Trip = 0; Good && !Done && E.Reachable; ++Trip) {
    Stmt Once; // what continue leaves
    Once.K = Stmt::Block;
    Once.Range = Whole.Range;
    Once.Label = NextLabel++;
    Lost.clear(); // each trip knows more than a round of a loop does
    Targets.push_back({});
    Targets.back().Live = Live.size();
    Targets.back().Label = Whole.Label;
    Targets.back().ContinueLabel = Once.Label;
    Targets.back().ContinueLeaves = true;
    size_t Mine = Targets.size() - 1;
    Out = &Once.Body;
    trip(L);
    Out = &Whole.Body;
    Target T = std::move(Targets[Mine]);
    Targets.resize(Mine);
    joinInto(E, T.Continues);
    Breaks.insert(Breaks.end(), T.Breaks.begin(), T.Breaks.end());
    Broken |= T.LabelUsed;
    closeBlock(std::move(Once), !T.Continues.empty());
    Good = ok() && Trip < MaxTrips;
    if (Good && E.Reachable) {
      if (L.Step)
        L.Step();
      else if (L.Inc)
        exprs().effect(L.Inc);
      Good = ok() && Test();
    }
  }
  Out = Saved;
  if (!Good)
    return false;
  joinInto(E, Breaks);
  closeBlock(std::move(Whole), Broken);
  return true;
}

} // namespace persistify::host
