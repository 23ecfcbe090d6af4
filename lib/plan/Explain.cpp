//===- Explain.cpp - a plan in words -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace persistify {

std::string explain(const Plan &P) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "  phases:\n";
  plan::forEachStmt(P.R->Body, [&](const Stmt &S) {
    bool IsPhase = S.K == Stmt::Launch || S.K == Stmt::ReadBack || S.K == Stmt::Upload ||
                   S.K == Stmt::Copy || S.K == Stmt::Fill || S.K == Stmt::Solo;
    if (!IsPhase)
      return;
    auto It = P.Barriers.find(&S);
    if (It != P.Barriers.end()) {
      OS << "    barrier";
      for (size_t I = 0; I < It->second.Reasons.size(); ++I)
        OS << (I ? "; " : ": ") << It->second.Reasons[I];
      OS << "\n";
    }
    OS << llvm::formatv("    line {0}: {1}", S.Range.Line, S.What);
    if (S.K == Stmt::Launch) {
      const KernelSummary &K = *P.Kernels[S.KernelSlot];
      OS << " " << K.Name << ", "
         << (K.Sched == Schedule::ItemStride ? "item-stride" : "group-stride");
      if (!K.ScheduleReason.empty())
        OS << " (" << K.ScheduleReason << ")";
      if (!K.Waits.empty())
        OS << ", each group with a resident one of its own";
    }
    OS << (It == P.Barriers.end() ? ", no barrier: nothing it touches was written, or is written here, since the last one\n"
                                  : "\n");
  });
  OS << "  captured:";
  for (const Slot &S : P.R->Slots)
    if (S.LocalType.empty() && !S.Text.empty())
      OS << " " << S.Text;
  OS << "\n  written back:";
  for (const Variable &V : P.R->Vars)
    if (V.Slot >= 0 && V.Assigned && P.R->Slots[V.Slot].LocalType.empty())
      OS << " " << P.R->Slots[V.Slot].Text;
  for (const HandleVariable &H : P.R->Handles)
    if (H.Slot >= 0 && H.Assigned)
      OS << " " << P.R->Slots[H.Slot].Text;
  OS << "\n  arguments set by the region:";
  for (const PlanArg &A : P.Args)
    if (A.Set)
      OS << llvm::formatv(" {0}[{1}]", P.Kernels[A.Kernel]->Name, A.Index);
  OS << "\n  arguments recorded before it:";
  for (const PlanArg &A : P.Args)
    if (A.Recorded)
      OS << llvm::formatv(" {0}[{1}]", P.Kernels[A.Kernel]->Name, A.Index);
  OS << "\n  guards: kernel names, source text, recorded arguments, one in-order queue, device qualified";
  for (auto [A, B] : P.Distinct)
    OS << llvm::formatv("; {0} and {1} are distinct buffers", P.Entries[A].Name, P.Entries[B].Name);
  for (const KernelSummary *K : P.Kernels)
    if (!K->Waits.empty())
      OS << "; all groups of " << K->Name << " are resident";
  for (const Precondition &C : P.R->Preconditions)
    OS << "; " << C.Text;
  if (P.UniformLocal)
    OS << "; all local sizes are equal";
  OS << "\n";
  for (const RegionNote &N : P.R->Notes)
    OS << llvm::formatv("  line {0}: {1}\n", N.Range.Line, N.Text);
  return Text;
}

} // namespace persistify
