//===- Merging.cpp - phases that share one loop ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two phases without a barrier between them are independent, but for what a
// work-item does to its own elements (Barriers.cpp). So if they have the same
// work-items, one loop may run both for each item in turn: the ids are computed
// once, and what the first one left in registers or caches is there for the second.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"

namespace persistify::plan {

bool isPlain(const Plan &P, const Stmt &S) {
  if (S.K != Stmt::Launch)
    return false;
  const KernelSummary &K = *P.Kernels[S.KernelSlot];
  return K.Sched == Schedule::ItemStride && K.Waits.empty() && K.OwnBarrier.empty();
}

namespace {

class Merger {
public:
  explicit Merger(Plan &P) : P(P), Values(*P.R) {}

  void list(const StmtList &L) {
    const Stmt *Head = nullptr;
    std::set<unsigned> Assigned, Kernels; // between the head and here; of the head's loop
    for (const Stmt &S : L) {
      for (const StmtList *Inner : {&S.Before, &S.Next, &S.Body, &S.Else})
        list(*Inner);
      if (Head && joins(*Head, S, Assigned)) {
        P.Merged[Head].push_back(&S);
        Kernels.insert(S.KernelSlot);
      } else if (isPlain(P, S)) {
        Head = &S;
        Assigned.clear();
        Kernels = {S.KernelSlot};
      } else if (Head && !mayComeFirst(S, Kernels)) {
        Head = nullptr;
      } else if (S.setsVar()) {
        Assigned.insert(S.Var);
      }
    }
  }

private:
  bool joins(const Stmt &Head, const Stmt &S, const std::set<unsigned> &Assigned) const {
    return isPlain(P, S) && !P.Barriers.count(&S) && sameWalk(Head, S) && !usesSizes(Head, Assigned);
  }

  /// All sizes and offsets are the same.
  bool sameWalk(const Stmt &A, const Stmt &B) const {
    auto Same = [&](const ExprP &X, const ExprP &Y) { return identical(X, Y) || Values.same(X, Y); };
    if (A.Dim != B.Dim || A.HasLocal != B.HasLocal)
      return false;
    for (unsigned D = 0; D < A.Dim; ++D)
      if (!Same(A.Offset[D], B.Offset[D]) || !Same(A.Global[D], B.Global[D]) ||
          (A.HasLocal && !Same(A.Local[D], B.Local[D])))
        return false;
    return true;
  }

  /// The head's sizes are looked at where the last phase of its loop stands.
  static bool usesSizes(const Stmt &Head, const std::set<unsigned> &Vars) {
    std::set<unsigned> Used;
    for (unsigned D = 0; D < 3; ++D)
      for (const ExprP &E : {Head.Offset[D], Head.Global[D], Head.Local[D]})
        readVars(E, Used);
    return llvm::any_of(Used, [&](unsigned V) { return Vars.count(V) != 0; });
  }

  /// What moves in front of the phases: nothing that they do, or that uses what they do.
  static bool mayComeFirst(const Stmt &S, const std::set<unsigned> &Kernels) {
    switch (S.K) {
    case Stmt::Assign:
    case Stmt::AssignHandle:
    case Stmt::MakeKernel:
    case Stmt::SameHandle: return true;
    case Stmt::SetArg: return !Kernels.count(S.KernelSlot);
    case Stmt::Launch:
    case Stmt::ReadBack:
    case Stmt::Upload:
    case Stmt::Copy:
    case Stmt::Fill:
    case Stmt::If:
    case Stmt::Loop:
    case Stmt::Block:
    case Stmt::Leave:
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Exit:
    case Stmt::Solo:
    case Stmt::Log:
    case Stmt::Bail: return false;
    }
  }

  Plan &P;
  FixedValues Values;
};

} // namespace

void mergePhases(Plan &P) {
  if (P.Uses.has(Opt::Merging))
    Merger(P).list(P.R->Body);
}

} // namespace persistify::plan
