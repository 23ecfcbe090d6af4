//===- Hoisting.cpp - sizes that are looked at once ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each launch checks its sizes as the API would, and finds out what its walk has to
// know. If they are the same in each trip, that is done in front of the loop: a launch
// only looks whether they were good. Which takes a register, so only for walks of
// one dimension in regions of plain work-items.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {

void hoistRanges(Plan &P) {
  if (!P.Uses.has(Opt::Hoisting) || !isLone(P))
    return;
  const FixedValues Values(*P.R);
  auto Fixed = [&](const ExprP &E) { return E ? Values.onEntry(E) : nullptr; };
  auto Launch = [&](const Stmt &S) {
    PlanRange R{&S, Fixed(S.Offset[0]), Fixed(S.Global[0]), S.HasLocal ? Fixed(S.Local[0]) : nullptr, {}};
    if (S.Dim != 1 || !R.Global || !R.Offset != !S.Offset[0] || (S.HasLocal && !R.Local))
      return;
    auto Same = [&](const PlanRange &Other) {
      return Other.Of->HasLocal == S.HasLocal && Other.Of->StatusIgnored == S.StatusIgnored &&
             identical(Other.Offset, R.Offset) && identical(Other.Global, R.Global) &&
             identical(Other.Local, R.Local);
    };
    auto It = llvm::find_if(P.Ranges, Same);
    if (It == P.Ranges.end())
      It = P.Ranges.insert(It, std::move(R));
    It->Kernels.insert(S.KernelSlot);
    P.RangeOf[&S] = It - P.Ranges.begin();
  };
  forEachStmt(P.R->Body, [&](const Stmt &S) {
    if (S.K == Stmt::Loop)
      for (const StmtList *L : {&S.Before, &S.Next, &S.Body})
        forEachStmt(*L, [&](const Stmt &Inner) {
          if (isPlain(P, Inner) && !P.RangeOf.count(&Inner))
            Launch(Inner);
        });
  });
}

} // namespace persistify::plan
