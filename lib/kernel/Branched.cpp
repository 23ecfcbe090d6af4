//===- lib/kernel/Branched.cpp ---------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Branched.h"
#include <map>

using namespace clang;

namespace persistify::kernel {
namespace {

class BranchCount {
public:
  explicit BranchCount(const CallTree &Tree) : Tree(Tree) {}

  /// All that a call of \p F passes, and how much of it is in branches.
  struct Count {
    unsigned All = 0, Branched = 0;
  };

  Count of(const FunctionDecl *F) {
    if (auto It = Known.find(F); It != Known.end())
      return It->second;
    const FunctionFacts &Facts = Tree.facts(F);
    std::map<const Stmt *, Count> Places;
    for (const FunctionFacts::BuiltinCall &B : Facts.Builtins)
      if (isCollective(B.Kind))
        Places[B.E] = {1, 0};
    for (const FunctionFacts::Call &C : Facts.Calls)
      if (Count Below = of(C.Callee); Below.All)
        Places[C.E] = Below;
    Count Sum;
    if (!Places.empty())
      walk(F->getBody(), /*Under=*/Facts.AnyGoto != nullptr, Places, Sum);
    return Known[F] = Sum;
  }

private:
  static void add(unsigned &To, unsigned What) { To = std::min(To + What, 1000u); }

  /// What a branch of a statement may leave early.
  enum Leaving : unsigned { Nothing = 0, ByBreak = 1, ByContinue = 2, ByReturn = 4 };

  /// Counts what is in \p S. What stands behind it is passed on some paths only, if a branch leaves what holds both.
  static unsigned walk(const Stmt *S, bool Under, const std::map<const Stmt *, Count> &Places, Count &Sum) {
    if (!S)
      return Nothing;
    if (auto It = Places.find(S); It != Places.end()) {
      add(Sum.All, It->second.All);
      add(Sum.Branched, Under ? It->second.All : It->second.Branched);
    }
    unsigned Left = isa<ReturnStmt>(S)     ? ByReturn
                    : isa<BreakStmt>(S)    ? ByBreak
                    : isa<ContinueStmt>(S) ? ByContinue
                                           : Nothing;
    const bool Logical = isa<BinaryOperator>(S) && cast<BinaryOperator>(S)->isLogicalOp();
    const bool Parts = isa<IfStmt, SwitchStmt, AbstractConditionalOperator>(S) || Logical;
    bool First = true; // the condition, which every path passes
    for (const Stmt *Child : S->children()) {
      Left |= walk(Child, Under || Left || (Parts && !First), Places, Sum);
      First = false;
    }
    return isa<ForStmt, WhileStmt, DoStmt>(S) ? Left & ByReturn : isa<SwitchStmt>(S) ? Left & ~unsigned(ByBreak) : Left;
  }

  const CallTree &Tree;
  std::map<const FunctionDecl *, Count> Known;
};

} // namespace

unsigned branchedBarriers(const FunctionDecl *Kernel, const CallTree &Tree) {
  return BranchCount(Tree).of(Kernel).Branched;
}

} // namespace persistify::kernel
