//===- Guards.cpp - work-items that need not be walked --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches are rounded up, or made for the largest case, and a guard at the kernel's
// beginning sends away who has nothing to do. The walk can end there: work-items keep
// their resident ones, so nothing else changes. Walks go by rows and planes, so it is
// the guard of the last dimension that ends them. Phases that share a loop end where
// the last of them does.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {

void boundWalks(Plan &P) {
  if (!P.Uses.has(Opt::Guards))
    return;
  auto Bounded = [&](const Stmt *S) { return isPlain(P, *S) && P.Kernels[S->KernelSlot]->Bounds[S->Dim - 1]; };
  std::set<const Stmt *> Others; // in another one's loop
  for (const auto &[Head, All] : P.Merged)
    Others.insert(All.begin(), All.end());
  forEachStmt(P.R->Body, [&](const Stmt &S) {
    auto It = P.Merged.find(&S);
    if (!Others.count(&S) && Bounded(&S) && (It == P.Merged.end() || llvm::all_of(It->second, Bounded)))
      P.Bounded.insert(&S);
  });
}

} // namespace persistify::plan
