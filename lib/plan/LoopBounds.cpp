//===- LoopBounds.cpp - what loops of kernels may read once ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that hold what they hold on entry until the end: no phase writes them, by whatever
// handle. The kernels' compiler cannot know, so phases read them once where a loop's condition
// asks in each trip (KernelParam::LoopBound).
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::plan {

void findSteady(Plan &P) {
  if (!P.Uses.has(Opt::LoopBounds))
    return;
  for (const KernelSummary *K : P.Kernels)
    for (unsigned I = 0; I < K->Params.size(); ++I)
      if (!K->Params[I].LoopBound.empty())
        P.Steady.insert({K->Name, I});
  if (P.Steady.empty())
    return;
  std::vector<unsigned> Written;
  for (unsigned E = 0; E < P.Entries.size(); ++E)
    if (P.Entries[E].Written)
      Written.push_back(E);
  std::map<std::pair<std::string, unsigned>, Roots> Given;
  for (const auto &[S, Ts] : allTouches(P))
    for (const Touch &T : Ts)
      if (T.Param >= 0)
        Given[{P.Kernels[S->KernelSlot]->Name, unsigned(T.Param)}].insert(T.R.begin(), T.R.end());
  for (const auto &[Param, Buffers] : Given) {
    const bool Aliased = llvm::any_of(
        Buffers, [&](unsigned E) { return llvm::any_of(Written, [&](unsigned F) { return mayAlias(P, E, F); }); });
    if (Aliased) {
      P.Steady.erase(Param);
      continue;
    }
    if (!P.Steady.count(Param))
      continue;
    for (unsigned E : Buffers) // guards make sure
      for (unsigned F : Written)
        if (!P.Entries[E].Own && !P.Entries[F].Own)
          P.Distinct.insert({std::min(E, F), std::max(E, F)});
  }
}

} // namespace persistify::plan
