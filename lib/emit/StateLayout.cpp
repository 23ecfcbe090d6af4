//===- StateLayout.cpp - the state block of a region ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Emit.h"
#include "llvm/Support/MathExtras.h"

using namespace persistify;

StateLayout persistify::layoutState(const Plan &P) {
  StateLayout L;
  uint64_t At = 0, Largest = 8;
  auto Take = [&](uint64_t Bytes, uint64_t Align = 8) {
    Align = std::max<uint64_t>(Align, 8);
    Largest = std::max(Largest, Align);
    At = llvm::alignTo(At, Align);
    uint32_t Off = At;
    At += llvm::alignTo(Bytes, 8);
    return Off;
  };
  for (const Slot &S : P.R->Slots)
    L.Slot.push_back(S.K == Slot::Queue || S.K == Slot::Context || S.K == Slot::Mirror ? 0 : Take(std::max<uint64_t>(S.Size, 8)));
  for (size_t I = 0; I < P.Entries.size(); ++I)
    L.EntrySize.push_back(Take(8));
  for (size_t I = 0; P.R->ComparesHandles && I < P.Entries.size(); ++I)
    L.EntryId.push_back(Take(8));
  for (const PlanArg &A : P.Args) {
    bool IsValue = A.Param->K == KernelParam::Kind::Value;
    L.Arg.push_back(IsValue ? Take(A.Param->Size, std::min<uint64_t>(A.Param->Align, 128)) : Take(8));
    L.ArgSet.push_back(A.Set ? Take(8) : 0);
  }
  for (size_t I = 0; I < P.Boundary.Carried.size(); ++I)
    L.Carried.push_back(Take(8));
  if (P.Boundary.Loop)
    L.Between = Take(16);
  for (size_t I = 0; I < P.Rotations.size(); ++I)
    L.Cells.push_back(P.Rotations[I].Joins ? 0 : Take(3 * 64, 64)); // P_CELL_BYTES
  L.Limits = Take(32);
  if (!P.R->Deferred.empty())
    L.Log = Take(8);
  L.Bytes = llvm::alignTo(At, Largest); // the results stand that far behind
  return L;
}
