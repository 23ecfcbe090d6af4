//===- Solo.cpp - loops that one work-item of each group runs ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (i = 0; i < groups; ++i) sum += h_sums[i];
//
// Such a loop reads a buffer element by element and does arithmetic. Left alone,
// each read would be a phase with its own work-group barriers; wrapped, the
// group's first work-item runs the whole loop and hands out the results.
//
//===----------------------------------------------------------------------===//
#include "device/MirroredArrays.h"
#include "effects/LeftBranches.h"
#include "persistify/Containment.h"
#include "Walk.h"

namespace persistify::host {

namespace {

struct SoloCheck {
  const Region &R;
  bool Reads = false, Stores = false, Phases = false, Other = false;

  void list(const StmtList &L) {
    for (const Stmt &S : L)
      statement(S);
  }
  void statement(const Stmt &S) {
    switch (S.K) {
    case Stmt::Assign: Other |= S.Index != nullptr; break;
    case Stmt::ReadBack:
      Reads = true;
      Other |= S.Index || (S.Size != R.Vars[S.Var].T.bytes() && !planted("part-alone")) ||
               (S.Size != 1 && S.Size != 2 && S.Size != 4 && S.Size != 8);
      break;
    case Stmt::Upload: Stores = true; break;
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Exit:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Bail:
    case Stmt::Break:
    case Stmt::Continue: break;
    case Stmt::AssignHandle:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::Launch:
    case Stmt::Copy:
    case Stmt::Fill:
    case Stmt::Solo:
    case Stmt::Log: Phases = true; break;
    }
    forEachList(S, [&](const StmtList &L) { list(L); });
  }
};

/// Whether all host arrays whose elements loop \p S looks at or computes are small: the table of a few means, not of all points.
bool smallArrays(const Region &R, const Stmt &S) {
  bool Small = true;
  const bool All = planted("all-small");
  forEachStmt(S.Body, [&](const Stmt &X) {
    if (X.K != Stmt::Upload && X.K != Stmt::ReadBack)
      return;
    const HandleVariable &H = R.Handles[X.H.V];
    const uint64_t Bytes = H.Mirror && H.Slot >= 0 ? R.Slots[H.Slot].Size : 0;
    Small &= All || (Bytes && Bytes <= MaxCarriedElements * 8);
  });
  return Small;
}

/// The host array whose elements loop \p S computes one after the other, which is the host's work; empty if it does not.
std::string computedArray(const Region &R, const Stmt &S) {
  std::string Name;
  SoloCheck C{R};
  if (S.K == Stmt::Loop)
    C.statement(S);
  if (S.K == Stmt::Loop && !C.Phases && C.Stores && !smallArrays(R, S))
    forEachStmt(S.Body, [&](const Stmt &X) {
      if (X.K == Stmt::Upload && R.Handles[X.H.V].Mirror && Name.empty())
        Name = R.Handles[X.H.V].Name;
    });
  return Name;
}

} // namespace

bool MirroredArrays::refuseHostWork(const StmtList &L, size_t From) {
  for (size_t I = From; I < L.size() && ok(); ++I) {
    if (const std::string Name = computedArray(R, L[I]); !Name.empty())
      return Refused.push_back({Diag::HostBulkWork, L[I].Range, {Name}}), true;
    const bool If = L[I].K == Stmt::If;
    forEachList(L[I], [&](const StmtList &Inner) {
      if (ok() && refuseHostWork(Inner, 0))
        branches().InBranch |= If;
    });
  }
  return !ok();
}

void MirroredArrays::soloLoops() {
  if (refuseHostWork(R.Body, 0))
    return;
  auto Wrap = [&](auto &&Self, StmtList &L) -> void {
    for (Stmt &S : L) {
      SoloCheck C{R};
      if (S.K == Stmt::Loop)
        C.statement(S);
      bool Computes = S.K == Stmt::Loop && !C.Phases;
      if (Computes && C.Reads && !C.Stores && !C.Other) {
        forEachStmt(S.Body, [&](const Stmt &X) {
          if (X.K == Stmt::ReadBack && R.Handles[X.H.V].Mirror)
            R.Slots[R.Handles[X.H.V].Slot].Scanned = true;
        });
        Stmt Solo;
        Solo.K = Stmt::Solo;
        Solo.Range = S.Range;
        Solo.What = "host loop";
        Solo.Body.push_back(std::move(S));
        S = std::move(Solo);
        continue;
      }
      forEachList(S, [&](StmtList &Inner) { Self(Self, Inner); });
    }
  };
  Wrap(Wrap, R.Body);
}

} // namespace persistify::host
