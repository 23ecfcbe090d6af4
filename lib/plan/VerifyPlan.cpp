//===- VerifyPlan.cpp - what holds of every plan -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "persistify/PlanText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace persistify {
namespace {

class PlanVerifier {
public:
  explicit PlanVerifier(const Plan &P) : P(P), R(*P.R) {
    plan::forEachStmt(R.Body, [&](const Stmt &S) { Statements.insert(&S); });
  }

  std::vector<RegionFault> run() {
    tables();
    places();
    launches();
    values();
    lists(R.Body);
    return std::move(Faults);
  }

private:
  void rule(bool Holds, const char *Rule, const llvm::Twine &What) {
    if (!Holds)
      Faults.push_back({Rule, What.str(), Line});
  }

  /// Of what there is one for each variable, handle, kernel or entry.
  void tables() {
    rule(P.Kernels.size() == R.Kernels.size(), "plan-kernels", "not each kernel has a summary");
    rule(P.HandleIn.size() == R.Handles.size(), "plan-handles", "not each handle is looked at");
    rule(P.Arrays.size() == R.Vars.size(), "plan-arrays", "not each variable has a form");
    auto Entries = [&](unsigned E) { rule(E < P.Entries.size(), "plan-entry", "there is no entry " + llvm::Twine(E)); };
    for (const PlanArg &A : P.Args) {
      rule(A.Kernel < P.Kernels.size() && A.Param, "plan-argument", "an argument is of no kernel");
      if (A.Entry >= 0)
        Entries(unsigned(A.Entry));
    }
    for (const PlanEntry &E : P.Entries)
      rule(E.HandleVar >= 0 ? size_t(E.HandleVar) < R.Handles.size() : size_t(E.Arg) < P.Args.size(), "plan-entry",
           "'" + E.Name + "' is neither of a handle nor of an argument");
    for (const auto *Pairs : {&P.Distinct, &P.Apart, &P.SameOrApart})
      for (auto [E, F] : *Pairs)
        Entries(E), Entries(F);
    for (const PlanRotation &Rot : P.Rotations) {
      Entries(Rot.Entry);
      for (const auto *Others : {&Rot.Same, &Rot.Maybe})
        llvm::for_each(*Others, Entries);
    }
  }

  /// What is said of statements is said of the region's.
  void places() {
    auto Here = [&](const Stmt *S, const char *What) {
      rule(Statements.count(S), "plan-statement", llvm::Twine(What) + " is of no statement of the region");
    };
    for (const auto &[S, B] : P.Barriers) {
      Here(S, "a barrier");
      rule(!B.Reasons.empty(), "barrier-reason", "a barrier has no reason");
    }
    for (const auto &[S, Of] : P.Shared)
      Here(S, "what is handed out");
    for (const auto *Turns : {&P.Turns, &P.TurnReads})
      for (const auto &[S, N] : *Turns) {
        Here(S, "a flag's turn");
        rule(N < P.Rotations.size(), "plan-flag", "there is no flag " + llvm::Twine(N));
      }
    for (const auto &[S, N] : P.RangeOf) {
      Here(S, "a range");
      rule(N < P.Ranges.size(), "plan-range", "there is no range " + llvm::Twine(N));
    }
    for (const Stmt *S : P.Bounded)
      Here(S, "a walk's end");
    for (const PlanRotation &Rot : P.Rotations)
      rule(!Rot.Joins || P.Barriers.count(Rot.Joins), "plan-flag", "a flag is joined where there is no barrier");
    if (P.Boundary.Loop)
      rule(llvm::any_of(R.Body, [&](const Stmt &S) { return &S == P.Boundary.Loop; }), "plan-statement",
           "trips are left in a loop that is not the region's");
    else
      rule(!P.Boundary.Why.empty(), "boundary-reason", "it is not said why trips cannot be left");
  }

  /// Each launch has sizes, and a place for each argument.
  void launches() {
    plan::forEachStmt(R.Body, [&](const Stmt &S) {
      if (S.K != Stmt::Launch || S.KernelSlot >= P.Kernels.size())
        return;
      Line = S.Range.Line;
      rule(P.Sizes.count(&S), "plan-sizes", "a launch has no sizes");
      for (unsigned I = 0; I < P.Kernels[S.KernelSlot]->Params.size(); ++I)
        rule(P.argOf(S.KernelSlot, I) >= 0, "plan-argument", "a launch has no place for argument " + llvm::Twine(I));
    });
    Line = 0;
  }

  /// Expressions of its own are held to the region's rules.
  void values() {
    auto Valid = [&](const ExprP &E) { llvm::append_range(Faults, verifyExpression(R, E)); };
    Valid(P.Boundary.ForHost);
    for (const PlanRotation &Rot : P.Rotations)
      Valid(Rot.Value);
    for (const auto &[S, Sizes] : P.Sizes)
      for (unsigned I = 0; I < 3; ++I)
        for (const ExprP &E : {Sizes.Offset[I], Sizes.Global[I], Sizes.Local[I]})
          Valid(E);
  }

  /// Launches in one loop stand in one list, in order, and no barrier between them.
  void lists(const StmtList &L) {
    for (size_t I = 0; I < L.size(); ++I) {
      for (const StmtList *In : {&L[I].Before, &L[I].Next, &L[I].Body, &L[I].Else})
        lists(*In);
      auto It = P.Merged.find(&L[I]);
      if (It == P.Merged.end())
        continue;
      Line = L[I].Range.Line;
      const Stmt *Last = &L[I];
      for (const Stmt *S : It->second) {
        rule(S > Last && S < L.data() + L.size() && S->K == Stmt::Launch, "merged-order",
             "launches in one loop are not behind each other");
        rule(!P.Barriers.count(S), "merged-barrier", "a barrier stands between launches in one loop");
        Last = S;
      }
    }
    Line = 0;
  }

  const Plan &P;
  const Region &R;
  std::set<const Stmt *> Statements;
  std::vector<RegionFault> Faults;
  unsigned Line = 0;
};

} // namespace

std::vector<RegionFault> verifyPlan(const Plan &P) { return PlanVerifier(P).run(); }

} // namespace persistify
