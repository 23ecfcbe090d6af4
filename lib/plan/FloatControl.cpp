//===- FloatControl.cpp - where the host's floating point decides ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is built with relaxed mathematics has given the device's compiler
// licence over its kernels, not over arithmetic of the host that moved to the device
// (rule H10). What kernels are given may be as inexact as what they compute from it;
// but which way the loop goes, how large a launch is, and what one trip hands to the
// next must be what the host would have computed.
//
// Values are followed through variables and through what the host itself writes to
// memory and reads again, not through kernels.
//
//===----------------------------------------------------------------------===//
#include "Internal.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace persistify;
using namespace persistify::plan;

namespace {

bool isFloat(const Expr &E) { return E.T.K == ScalarType::Float; }

/// Rather than a move of a value, or of its bits.
bool isArithmetic(const Expr &E) {
  if (E.O == Expr::Const || E.O == Expr::Var || (E.O == Expr::Math && llvm::StringRef(E.Name).starts_with("as_")))
    return false;
  return isFloat(E) || llvm::any_of(E.Args, [](const ExprP &A) { return isFloat(*A); });
}

class FloatControl {
public:
  explicit FloatControl(const Region &R) : R(R) {}

  bool decides() {
    // What is computed grows until nothing is added.
    for (bool More = true; More;) {
      More = false;
      forEachStmt(R.Body, [&](const Stmt &S) { More |= compute(S); });
    }
    bool Decides = false;
    forEachStmt(R.Body, [&](const Stmt &S) { Decides |= control(S) || (S.K == Stmt::Loop && carries(S)); });
    return Decides;
  }

private:
  /// Whether arithmetic in floating point has a part in the value.
  bool computed(const ExprP &E) const {
    return E && (isArithmetic(*E) || (E->O == Expr::Var && Vars.count(E->V)) ||
                 llvm::any_of(E->Args, [&](const ExprP &A) { return computed(A); }));
  }

  /// Whether something new came to be computed.
  bool compute(const Stmt &S) {
    switch (S.K) {
    case Stmt::Assign: return (computed(S.E) || computed(S.Index)) && Vars.insert(S.Var).second;
    case Stmt::ReadBack: return Memory && Vars.insert(S.Var).second;
    case Stmt::Upload:
    case Stmt::Fill: return computed(S.Value) && !std::exchange(Memory, true);
    case Stmt::AssignHandle:
    case Stmt::SameHandle:
    case Stmt::MakeKernel:
    case Stmt::SetArg:
    case Stmt::Launch:
    case Stmt::Copy:
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

  /// Whether it decides where control goes, or how much is done to what. The value that is
  /// assigned or transferred, or that a kernel or the log gets, is not meant.
  bool control(const Stmt &S) const {
    if (S.K != Stmt::Assign && computed(S.E))
      return true;
    if (computed(S.Index) || computed(S.H.Index) || computed(S.H2.Index) || computed(S.Arg.H.Index) ||
        computed(S.Arg.Size))
      return true;
    for (int I = 0; I < 3; ++I)
      if (computed(S.Offset[I]) || computed(S.Global[I]) || computed(S.Local[I]))
        return true;
    return false;
  }

  /// Whether a trip of the loop may use what one before computed. Where in memory it was is not followed.
  bool carries(const Stmt &Loop) const {
    const std::set<unsigned> First = readBeforeSet(R, {Loop});
    bool Carries = false, Stores = false, Loads = false;
    forEachStmt({Loop}, [&](const Stmt &S) {
      Carries |= S.setsVar() && Vars.count(S.Var) && First.count(S.Var);
      Stores |= (S.K == Stmt::Upload || S.K == Stmt::Fill) && computed(S.Value);
      Loads |= S.K == Stmt::ReadBack;
    });
    return Carries || (Stores && Loads);
  }

  const Region &R;
  std::set<unsigned> Vars; ///< computed variables
  bool Memory = false;     ///< computed values that the host wrote to memory
};

} // namespace

bool persistify::plan::floatDecides(const Region &R) { return FloatControl(R).decides(); }
