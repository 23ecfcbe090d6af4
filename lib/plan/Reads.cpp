//===- Reads.cpp - which variables statements read, and before they are set ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Internal.h"
#include "persistify/Planted.h"

namespace persistify::plan {

namespace {

/// The expressions whose values a statement takes, those in it not.
void forEachValue(const Stmt &S, llvm::function_ref<void(const ExprP &)> F) {
  for (const ExprP *E : {&S.Index, &S.E, &S.Value, &S.H.Index, &S.H2.Index, &S.Arg.Size, &S.Arg.H.Index})
    F(*E);
  for (int I = 0; I < 3; ++I)
    for (const ExprP *E : {&S.Offset[I], &S.Global[I], &S.Local[I]})
      F(*E);
  for (const ArgValue::Piece &P : S.Arg.Pieces)
    F(P.E);
  for (const ExprP &E : S.Values)
    F(E);
}

/// Whether some of the bytes of what it sets stay.
bool setsPart(const Stmt &S, const Region &R) { return S.K == Stmt::ReadBack && S.Size < R.Vars[S.Var].T.bytes(); }

} // namespace

std::set<unsigned> reads(const Stmt &S, const Region &R) {
  std::set<unsigned> Read;
  forEachValue(S, [&](const ExprP &E) { readVars(E, Read); });
  if (setsPart(S, R))
    Read.insert(S.Var);
  return Read;
}

namespace {

/// Variables that were assigned, and elements of arrays of which others perhaps were not.
struct AssignedState {
  using Element = std::pair<unsigned, uint64_t>;
  bool Reachable = true;
  std::set<unsigned> Set;
  std::set<Element> Elements;
  bool operator==(const AssignedState &O) const {
    return Reachable == O.Reachable && Set == O.Set && Elements == O.Elements;
  }
  void join(const AssignedState &B) {
    Set = common(Set, B.Set);
    Elements = common(Elements, B.Elements);
  }
  /// Of a variable, or of the element \p Index of an array.
  bool isSet(unsigned V, const ExprP &Index) const {
    return Set.count(V) || (Index && Index->O == Expr::Const && Elements.count({V, Index->Bits}));
  }
  void assign(const Stmt &S, const Variable &V) {
    if (!S.Index) {
      Set.insert(S.Var);
    } else if (S.Index->O == Expr::Const && !planted("arrays-unset")) {
      Elements.insert({S.Var, S.Index->Bits});
      uint64_t N = 0;
      while (N < V.Count && N < MaxCarriedElements && Elements.count({S.Var, N}))
        ++N;
      if (N == V.Count)
        Set.insert(S.Var);
    }
  }
};

/// Scalars, and arrays, that are read on a trip before that trip assigns them.
struct Exposed : Flow<AssignedState, Exposed> {
  const Region &R;
  std::set<unsigned> First;
  explicit Exposed(const Region &R) : R(R) {}
  void read(const ExprP &E, const AssignedState &St) {
    if (!E)
      return;
    if (E->O == Expr::Var && !St.isSet(E->V, E->Args.empty() ? nullptr : E->Args[0]))
      First.insert(E->V);
    for (const ExprP &A : E->Args)
      read(A, St);
  }
  void condition(const Stmt &S, const AssignedState &St) {
    forEachValue(S, [&](const ExprP &E) { read(E, St); });
    if (setsPart(S, R) && !St.isSet(S.Var, S.Index)) // the other bytes are read, in a way
      First.insert(S.Var);
  }
  void transfer(const Stmt &S, AssignedState &St) {
    if (S.K == Stmt::Log) // what is printed and timed makes no trip another one
      return;
    condition(S, St);
    if (S.setsVar())
      St.assign(S, R.Vars[S.Var]);
  }
};

/// Uses of kernels that were not made on all ways that lead there.
struct EarlyUses : Flow<SetState, EarlyUses> {
  std::set<unsigned> Early;
  void transfer(const Stmt &S, SetState &St) {
    if (S.K == Stmt::MakeKernel)
      St.Set.insert(S.KernelSlot);
    else if ((S.K == Stmt::SetArg || S.K == Stmt::Launch) && !St.Set.count(S.KernelSlot))
      Early.insert(S.KernelSlot);
  }
};

} // namespace

std::set<unsigned> usedBeforeMade(const StmtList &L) {
  SetState St;
  EarlyUses X;
  X.list(L, St);
  return X.Early;
}

void readVars(const ExprP &E, std::set<unsigned> &Read) {
  if (!E)
    return;
  if (E->O == Expr::Var)
    Read.insert(E->V);
  for (const ExprP &A : E->Args)
    readVars(A, Read);
}

std::set<unsigned> readBeforeSet(const Region &R, const StmtList &L) {
  AssignedState St;
  Exposed X(R);
  X.list(L, St);
  return X.First;
}

} // namespace persistify::plan
