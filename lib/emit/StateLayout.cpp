//===- StateLayout.cpp - the state block of a region ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/Planted.h"
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
  auto Take = [&](StateField::Kind K, size_t Index, uint64_t Bytes = 8, uint64_t Align = 8) {
    Align = std::max<uint64_t>(Align, 8);
    Largest = std::max(Largest, Align);
    At = llvm::alignTo(At, Align);
    L.Fields.push_back({K, unsigned(Index), uint32_t(At), uint32_t(Align)});
    At += llvm::alignTo(Bytes, 8);
    return L.Fields.back().Offset;
  };
  for (size_t I = 0; I < P.R->Slots.size(); ++I) {
    const Slot &S = P.R->Slots[I];
    const bool None = S.K == Slot::Queue || S.K == Slot::Context || S.K == Slot::Mirror;
    L.Slot.push_back(None ? 0 : Take(StateField::OfSlot, I, std::max<uint64_t>(S.Size, 8)));
  }
  for (size_t I = 0; I < P.Entries.size(); ++I)
    L.EntrySize.push_back(Take(StateField::EntrySize, I));
  for (size_t I = 0; P.R->ComparesHandles && I < P.Entries.size(); ++I)
    L.EntryId.push_back(Take(StateField::EntryId, I));
  for (size_t I = 0; I < P.Args.size(); ++I) {
    const KernelParam &Param = *P.Args[I].Param;
    const bool IsValue = Param.K == KernelParam::Kind::Value;
    L.Arg.push_back(IsValue ? Take(StateField::OfArg, I, Param.Size, std::min<uint64_t>(Param.Align, 128))
                            : Take(StateField::OfArg, I));
    L.ArgSet.push_back(P.Args[I].Set ? Take(StateField::ArgSet, I) : 0);
  }
  for (size_t I = 0; I < P.Boundary.Carried.size(); ++I)
    L.Carried.push_back(Take(StateField::Carried, I));
  if (P.Boundary.Loop) {
    L.Between = Take(StateField::Between, 0);
    Take(StateField::Trips, 0);
  }
  for (size_t I = 0; I < P.Entries.size() && !L.Noted; ++I)
    L.Noted = isNoted(P, I) ? Take(StateField::Noted, 0) : 0;
  for (size_t I = 0; I < P.Rotations.size(); ++I)
    if (!P.Rotations[I].Joins)
      Take(StateField::Cells, I, 3 * 64, 64); // P_CELL_BYTES
  L.Limits = Take(StateField::Limits, 0, 32);
  if (!P.R->Deferred.empty())
    L.Log = Take(StateField::Log, 0);
  L.Bytes = llvm::alignTo(At, Largest); // the results stand that far behind
  return L;
}
