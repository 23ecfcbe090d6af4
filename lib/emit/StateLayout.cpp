//===- StateLayout.cpp - the state block of a region ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Containment.h"
#include "persistify/Emit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace persistify;

/// Whether an index that is no constant chooses of the handles \p V.
static bool isChosen(const StmtList &L, unsigned V) {
  auto Chooses = [&](const Handle &H) {
    return H.K == Handle::Var && H.V == V && H.Index && H.Index->O != Expr::Const;
  };
  return llvm::any_of(L, [&](const Stmt &S) {
    return Chooses(S.H) || Chooses(S.H2) || Chooses(S.Arg.H) ||
           llvm::any_of(llvm::ArrayRef{&S.Before, &S.Next, &S.Body, &S.Else},
                        [&](const StmtList *In) { return isChosen(*In, V); });
  });
}

bool persistify::isNoted(const Plan &P, size_t Entry) {
  constexpr size_t Bits = 32;
  const PlanEntry &E = P.Entries[Entry];
  const bool Turned = llvm::any_of(P.Rotations, [&](const PlanRotation &R) {
    return R.Entry == Entry || R.Same.count(Entry) || R.Maybe.count(Entry);
  });
  return Entry < Bits && E.Written && !E.Own && !Turned && E.HandleVar >= 0 && P.R->Handles[E.HandleVar].Count > 1 &&
         isChosen(P.R->Body, E.HandleVar) && !planted("all-put-back");
}

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
    L.Slot.push_back(
        S.K == Slot::Queue || S.K == Slot::Context || S.K == Slot::Mirror ? 0 : Take(std::max<uint64_t>(S.Size, 8)));
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
  for (size_t I = 0; I < P.Entries.size() && !L.Noted; ++I)
    L.Noted = isNoted(P, I) ? Take(8) : 0;
  for (size_t I = 0; I < P.Rotations.size(); ++I)
    L.Cells.push_back(P.Rotations[I].Joins ? 0 : Take(3 * 64, 64)); // P_CELL_BYTES
  L.Limits = Take(32);
  if (!P.R->Deferred.empty())
    L.Log = Take(8);
  L.Bytes = llvm::alignTo(At, Largest); // the results stand that far behind
  return L;
}
