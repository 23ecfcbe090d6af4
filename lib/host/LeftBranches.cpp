//===- LeftBranches.cpp - branches that cannot move -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (debugging) ...`, with something that only the host can do. Where the program is seen to take the other
// way, that is the loop, and a guard says so. Else, where the loop does not change what decides, the branch is
// left to the original loop: if the loop does come to it, then in the first trip, and little is lost.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include "Walk.h"

using namespace clang;

namespace persistify::host {

/// \p Before: the state at the condition \p C, to which a way that was refused returns.
void Lowering::leaveBranch(const IfStmt *S, const ExprP &C, Snapshot Before, llvm::function_ref<void()> Then,
                           llvm::function_ref<void()> Else) {
  auto Why = std::exchange(Refused, {});
  restore(std::move(Before));
  bool Left = false;
  if (auto T = truth(settled(C))) {
    *T ? Then() : Else();
    Left = ok();
  } else if (settledByEntry(C)) {
    unsigned Stay = 0;
    auto Try = [&](const clang::Stmt *B, llvm::function_ref<void()> Way) {
      Snapshot Entry = save();
      Way();
      if (ok())
        return;
      restore(std::move(Entry));
      bail(B->getSourceRange(), Stmt::Path);
      ++Stay;
    };
    branch(C, [&] { Try(S->getThen(), Then); }, [&] { Try(S->getElse(), Else); }, S->getSourceRange());
    Left = ok() && Stay == 1;
  }
  if (!Left)
    Refused = std::move(Why);
}

/// Whether nothing that the region has done so far changes the value of C.
bool Lowering::settledByEntry(const ExprP &C) {
  bool All = Stays, Any = false;
  forEachVar(C, [&](unsigned V) {
    Any = true;
    All &= Outside.count(V) && !R.Vars[V].Assigned;
  });
  return All && Any;
}

} // namespace persistify::host
