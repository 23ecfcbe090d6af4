//===- Hoisting.cpp - sizes that are looked at once ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each launch checks its sizes as the API would, and finds out what its walk has to
// know. If they are the same in each trip, that is done in front of the loop: a launch
// only looks whether they were good. In regions of plain work-items, ranges of one
// dimension stand in registers; all others have too many words for that, and stand in
// local memory, which is at hand behind a barrier, when the caches are empty.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {

void hoistRanges(Plan &P) {
  if (!P.Uses.has(Opt::Hoisting))
    return;
  constexpr size_t Most = 32; // of local memory, which is not only theirs
  auto Known = [&](const Stmt &S) {
    const PlanSizes &Of = P.Sizes[&S];
    for (unsigned I = 0; I < S.Dim; ++I)
      if ((S.Offset[I] && !Of.Offset[I]) || !Of.Global[I] || (S.HasLocal && !Of.Local[I]))
        return false;
    return true;
  };
  auto Launch = [&](const Stmt &S) {
    if (!Known(S))
      return;
    PlanRange R;
    R.Of = &S;
    R.Kept = S.Dim > 1 || !isLone(P);
    R.Walk = P.Kernels[S.KernelSlot]->Sched;
    const PlanSizes &Mine = P.Sizes[&S];
    auto Same = [&](const PlanRange &Other) {
      const PlanSizes &Its = P.Sizes[Other.Of];
      bool Equal = Other.Of->Dim == S.Dim && Other.Of->HasLocal == S.HasLocal &&
                   Other.Of->StatusIgnored == S.StatusIgnored && Other.Walk == R.Walk;
      for (unsigned I = 0; I < S.Dim; ++I)
        Equal = Equal && identical(Its.Offset[I], Mine.Offset[I]) && identical(Its.Global[I], Mine.Global[I]) &&
                identical(Its.Local[I], Mine.Local[I]);
      return Equal;
    };
    auto It = llvm::find_if(P.Ranges, Same);
    if (It == P.Ranges.end() && P.Ranges.size() == Most)
      return;
    if (It == P.Ranges.end())
      It = P.Ranges.insert(It, std::move(R));
    It->Kernels.insert(S.KernelSlot);
    P.RangeOf[&S] = It - P.Ranges.begin();
  };
  forEachStmt(P.R->Body, [&](const Stmt &S) {
    if (S.K == Stmt::Loop)
      for (const StmtList *L : {&S.Before, &S.Next, &S.Body})
        forEachStmt(*L, [&](const Stmt &Inner) {
          if (Inner.K == Stmt::Launch && P.Kernels[Inner.KernelSlot]->Waits.empty() && !P.RangeOf.count(&Inner))
            Launch(Inner);
        });
  });
}

} // namespace persistify::plan
