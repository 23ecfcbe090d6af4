//===- Boundary.cpp - in and out between two trips ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {
namespace {

/// The loop that the region consists of, behind assignments; null if there is more.
const Stmt *onlyLoop(const Region &R) {
  const Stmt *Loop = nullptr;
  for (const Stmt &S : R.Body) {
    if (Loop || (S.K != Stmt::Loop && S.K != Stmt::Assign))
      return nullptr;
    if (S.K == Stmt::Loop)
      Loop = &S;
  }
  return Loop;
}

/// Sizes that are looked at before the loop must be what they were in front of the first trip.
bool sizesChange(const Plan &P) {
  std::set<unsigned> Read;
  for (const PlanRange &Range : P.Ranges) {
    const PlanSizes &Sizes = P.Sizes.at(Range.Of);
    for (unsigned I = 0; I < 3; ++I)
      for (const ExprP *E : {&Sizes.Offset[I], &Sizes.Global[I], &Sizes.Local[I]})
        readVars(*E, Read);
  }
  return llvm::any_of(Read, [&](unsigned V) { return P.R->Vars[V].Assigned; });
}

std::string whyNot(const Plan &P, PlanBoundary &B) {
  const Region &R = *P.R;
  const Stmt *Loop = onlyLoop(R);
  if (!Loop)
    return "there is more than the loop";
  if (R.TestBegin == R.TestEnd)
    return "it has no condition that can be edited";
  if (R.Pending)
    return "events or mapped memory";
  if (!R.Commit.empty() || !R.CommitTexts.empty() || R.TimesTrips)
    return "the host performs something behind the loop";
  if (!R.Deferred.empty()) { // which the host performs at the begin of the body
    if (R.BodyBegin == R.BodyEnd)
      return "it has no body that can be edited";
    if (R.TestActs && !Loop->TestLast) // it would be evaluated again there
      return "its condition does something";
    if (R.HandsOn || R.Profiling || llvm::any_of(R.Deferred, [](const DeferredStmt &D) { return !D.Before.empty(); }))
      return "the host measures what is behind the loop";
    B.InBody = true;
  }
  if (!R.Preconditions.empty() || !R.Spares.empty() ||
      llvm::any_of(R.Slots, [](const Slot &S) { return !S.Init.empty() || S.Made || (S.K == Slot::Mirror && S.Text.empty()); }))
    return "objects that are looked at in front of the loop";
  bool Makes = false;
  forEachStmt(R.Body, [&](const Stmt &S) { Makes |= S.K == Stmt::MakeKernel || (S.K == Stmt::AssignHandle && S.E); });
  if (Makes)
    return "objects that trips make";
  for (unsigned H = 0; H < R.Handles.size(); ++H)
    if (R.Handles[H].Slot < 0 && P.HandleIn[H])
      return "'" + R.Handles[H].Name + "', a buffer that trips hand on";
  if (sizesChange(P))
    return "sizes that the loop changes";
  for (unsigned V : readBeforeSet(R, {*Loop})) {
    if (R.Vars[V].Slot >= 0)
      continue;
    if (R.Vars[V].IsArray || R.Vars[V].Here.empty())
      return "'" + R.Vars[V].Name + "', which its condition cannot name";
    B.Carried.push_back(V);
  }
  B.Loop = Loop;
  return "";
}

} // namespace

void findBoundary(Plan &P) {
  P.Boundary.Why = whyNot(P, P.Boundary);
  if (!P.Boundary.Loop)
    P.Boundary.Carried.clear();
}

} // namespace persistify::plan
