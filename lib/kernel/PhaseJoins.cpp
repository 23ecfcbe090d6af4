//===- lib/kernel/PhaseJoins.cpp - where ways around barriers end ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PoCL 3.1 loses branches of single work-items (all items take them) that follow a barrier
// which only some passes come by, up to the next barrier: behind the barriers of
// `if (c) { ...barrier(); ... }`, and of a loop's body behind a `continue`. Copies have such
// branches for their surplus items. So a way that comes by barriers ends with one more,
// P_PATH_END(), also in front of its jumps, and another one, P_PHASE_END(), stands where it
// joins the way around them.
//
//===----------------------------------------------------------------------===//
#include "PhaseCopy.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace persistify::kernel {

class PhaseWriter::JoinEditor {
public:
  JoinEditor(PhaseWriter &W, Copy &C) : W(W), C(C) {
    collect(C.S.F->getBody(), {});
    for (const Jump &J : Jumps)
      Even[J.S] = J.Same || mustBeEven(J);
  }

  void run() {
    for (const Stmt *S : cast<CompoundStmt>(C.S.F->getBody())->body())
      edit(S, /*InCompound=*/true);
  }

private:
  struct Jump {
    const Stmt *S;
    const Stmt *Target; ///< what it leaves, or goes on with: a loop, a switch, or the function's body
    bool Same;          ///< what decides about it decides about barriers, too
  };
  struct Around {
    const Stmt *Loop = nullptr, *Target = nullptr;
    bool Same = true;
  };

  bool hasCollective(const Stmt *S) const { return W.Tree.hasCollective(S); }

  void collect(const Stmt *S, Around A) {
    if (!S)
      return;
    First[S] = ++Order;
    if (W.Tree.isCollectiveCall(S))
      Collectives.push_back(Order);
    if (isa<ReturnStmt>(S))
      Jumps.push_back({S, C.S.F->getBody(), A.Same});
    else if (isa<BreakStmt, ContinueStmt>(S))
      Jumps.push_back({S, isa<BreakStmt>(S) ? A.Target : A.Loop, A.Same});
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      A.Loop = A.Target = S;
    else if (isa<SwitchStmt>(S))
      A.Target = S;
    if (conditionOf(S) && !hasCollective(S))
      A.Same = false;
    for (const Stmt *Child : S->children())
      collect(Child, A);
    Last[S] = Order;
  }

  bool anyCollective(unsigned From, unsigned To) const {
    return llvm::any_of(Collectives, [&](unsigned N) { return N > From && N < To; });
  }
  bool inside(const Stmt *S, const Stmt *Of) const { return First.at(S) >= First.at(Of) && First.at(S) <= Last.at(Of); }

  /// What skips a barrier is taken by all items or by none (rule K2).
  bool mustBeEven(const Jump &J) const {
    if (anyCollective(First.at(J.S), Last.at(J.Target) + 1))
      return true;
    if (isa<BreakStmt>(J.S))
      return !isa<SwitchStmt>(J.Target) && hasCollective(J.Target);
    return isa<ReturnStmt>(J.S) && llvm::any_of(First, [&](const auto &L) {
             return isa<ForStmt, WhileStmt, DoStmt>(L.first) && inside(J.S, L.first) && hasCollective(L.first);
           });
  }

  /// Whether all items that come to \p S come to its end, or none.
  bool endsEvenly(const Stmt *S) const {
    return llvm::all_of(Jumps, [&](const Jump &J) {
      bool Leaves = inside(J.S, S) && (!inside(J.Target, S) || (J.Target == S && isa<SwitchStmt>(S)));
      return !Leaves || Even.at(J.S);
    });
  }

  /// Puts text in front of \p S and behind it; what is outside of it comes first. Where macros make that impossible
  /// it is left out: it is for one implementation only.
  void around(const Stmt *S, bool InCompound, std::string Front, std::string Back) {
    if (!InCompound)
      Front = "{ " + Front, Back += " }";
    (void)C.Edits.insertAround(clang::SourceRange(S->getBeginLoc(), W.P.lastToken(S)), Front, Back);
  }
  void join(const Stmt *S, bool InCompound) { around(S, InCompound, "", " P_PHASE_END();"); }

  void jump(const Jump &J, const Stmt *Whole, bool InCompound) {
    // Some may have left already.
    const bool Missed = llvm::any_of(Jumps, [&](const Jump &Other) {
      return !Even.at(Other.S) && First.at(Other.S) < First.at(J.S) && inside(J.S, Other.Target) &&
             !planted("all-come-by");
    });
    if (!Missed && Even.at(J.S) && !isa<ReturnStmt>(J.S) && anyCollective(First.at(J.Target), First.at(J.S)))
      around(Whole, InCompound, "P_PATH_END(); ", "");
  }

  /// The end of a branch, or of a loop's body.
  void endOf(const Stmt *S) {
    if (!S || !hasCollective(S) || !endsEvenly(S))
      return;
    const auto *Block = dyn_cast<CompoundStmt>(S);
    if (!Block)
      around(S, /*InCompound=*/false, "", " P_PATH_END();");
    else if (!isa<BreakStmt, ContinueStmt, ReturnStmt>(Block->body_back()))
      (void)C.Edits.insertBefore(Block->getRBracLoc(), "P_PATH_END(); ");
  }

  /// \p Whole: with its attributes, which must not come to stand in front of something else.
  void edit(const Stmt *Whole, bool InCompound) {
    const Stmt *S = Whole;
    while (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
      S = A->getSubStmt();
    if (!S)
      return;
    if (const Jump *J = llvm::find_if(Jumps, [&](const Jump &J) { return J.S == S; }); J != Jumps.end())
      return jump(*J, Whole, InCompound);
    if (const auto *B = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : B->body())
        edit(Child, true);
    } else if (const auto *I = dyn_cast<IfStmt>(S)) {
      if ((hasCollective(I->getThen()) || hasCollective(I->getElse())) && endsEvenly(I))
        join(Whole, InCompound);
      endOf(I->getThen());
      endOf(I->getElse());
      edit(I->getThen(), false);
      edit(I->getElse(), false);
    } else if (const auto *W = dyn_cast<SwitchStmt>(S)) {
      if (hasCollective(W) && endsEvenly(W))
        join(Whole, InCompound);
      const Stmt *Outer = Switch;
      Switch = W;
      edit(W->getBody(), false);
      Switch = Outer;
    } else if (const auto *L = dyn_cast<SwitchCase>(S)) {
      const Stmt *Sub = L->getSubStmt();
      // The case before it may fall through.
      if (!isa<SwitchCase>(Sub) && hasCollective(Switch) && endsEvenly(Switch))
        around(Sub, InCompound, "P_PHASE_END(); ", "");
      edit(Sub, InCompound);
    } else if (isa<ForStmt, WhileStmt, DoStmt>(S)) {
      loop(S, Whole, InCompound);
    } else if (const auto *L = dyn_cast<LabelStmt>(S)) {
      edit(L->getSubStmt(), InCompound);
    }
  }

  void loop(const Stmt *S, const Stmt *Whole, bool InCompound) {
    const auto *F = dyn_cast<ForStmt>(S);
    const auto *W = dyn_cast<WhileStmt>(S);
    const Stmt *Body = F ? F->getBody() : W ? W->getBody() : cast<DoStmt>(S)->getBody();
    auto jumps = [&](bool Break) {
      return llvm::any_of(Jumps, [&](const Jump &J) { return J.Target == S && isa<BreakStmt>(J.S) == Break; });
    };
    if (hasCollective(Body) && jumps(/*Break=*/true) && endsEvenly(S))
      join(Whole, InCompound);
    if (jumps(/*Break=*/false))
      endOf(Body);
    edit(Body, false);
  }

  PhaseWriter &W;
  Copy &C;
  unsigned Order = 0;
  std::map<const Stmt *, unsigned> First, Last; ///< numbers of a statement and of the last one inside it
  std::vector<unsigned> Collectives;
  llvm::SmallVector<Jump, 8> Jumps;
  std::map<const Stmt *, bool> Even; ///< of a jump: all items of a group take it, or none
  const Stmt *Switch = nullptr;
};

void PhaseWriter::closeJoins(Copy &C) {
  if (Tree.has(C.S.F, isCollective))
    JoinEditor(*this, C).run();
}

} // namespace persistify::kernel
