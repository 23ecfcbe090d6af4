//===- lib/kernel/Rounds.cpp -----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"
#include "persistify/Containment.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace persistify::kernel {

Rounds::Rounds(const Flow &Graph, const Flow::Loop &In)
    : Graph(Graph), In(In), Leaving(Graph.size()), Latches(Graph.size()) {
  for (const CFGBlock *B : Graph.blocks())
    if (In.has(B))
      for (const CFGBlock *To : B->succs()) {
        if (To && !In.has(To))
          Leaving.set(B->getBlockID());
        if (To == In.Header)
          Latches.set(B->getBlockID());
      }
  for (const CFGBlock *B : llvm::reverse(Graph.branches()))
    if (In.has(B) && decides(B))
      Deciding.push_back(B);
}

/// The blocks of the loop that a round comes to from \p B on.
const BlockSet &Rounds::rest(const CFGBlock *B) {
  auto [It, New] = Rests.try_emplace(B, Graph.size());
  if (!New)
    return It->second;
  std::vector<const CFGBlock *> Work = {B};
  while (!Work.empty()) {
    const CFGBlock *Next = Work.back();
    Work.pop_back();
    if (It->second.test(Next->getBlockID()))
      continue;
    It->second.set(Next->getBlockID());
    llvm::copy_if(Next->succs(), std::back_inserter(Work), [&](const CFGBlock *To) { return stays(To); });
  }
  return It->second;
}

/// Where the loop may be left after \p To, and whether another round may begin.
BlockSet Rounds::ends(const CFGBlock *To) {
  const unsigned Size = Graph.size();
  BlockSet Out(2 * Size + 1);
  if (!In.has(To)) {
    Out.set(Size + To->getBlockID());
  } else if (To == In.Header) {
    Out.set(2 * Size);
  } else {
    BlockSet From = rest(To);
    Out[2 * Size] = From.anyCommon(Latches);
    From &= Leaving;
    Out |= From;
  }
  return Out;
}

bool Rounds::decides(const CFGBlock *B) {
  std::set<const CFGBlock *> Ways(B->succ_begin(), B->succ_end());
  Ways.erase(nullptr);
  const BlockSet First = Ways.empty() ? BlockSet() : ends(*Ways.begin());
  return llvm::any_of(Ways, [&](const CFGBlock *To) { return ends(To) != First; }) ||
         llvm::any_of(Deciding, [&](const CFGBlock *Later) {
           return Graph.influences(B, Later) && rest(B).test(Later->getBlockID());
         });
}

std::vector<Rounds::Guard> Rounds::guards(const CFGBlock *B) {
  std::vector<Guard> Out;
  for (const CFGBlock *Branch : Graph.branches()) {
    const Expr *Cond = Flow::chosenBy(Branch);
    if (!In.has(Branch) || !Cond || (planted("guards-of-if") && !isa<IfStmt>(Branch->getTerminatorStmt())))
      continue;
    BlockSet Comes(Graph.size()), Others(Graph.size());
    bool Skips = false;
    for (const CFGBlock *Way : Branch->succs()) {
      Skips |= Way == In.Header;
      if (!stays(Way))
        continue;
      const bool To = rest(Way).test(B->getBlockID());
      (To ? Comes : Others) |= rest(Way);
      Skips |= !To && rest(Way).anyCommon(Latches);
    }
    if (Skips && Comes.test(B->getBlockID()))
      Out.push_back({Cond, Others.reset(Comes)});
  }
  return Out;
}

bool Rounds::comesToEnd(llvm::function_ref<bool(const CFGBlock *, unsigned)> Comes) const {
  BlockSet Sure(Graph.size());
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const CFGBlock *B : llvm::reverse(Graph.blocks())) {
      if (!In.has(B) || Sure.test(B->getBlockID()))
        continue;
      bool All = B->succ_size() != 0, Any = false;
      unsigned Way = 0;
      for (const CFGBlock *To : B->succs()) {
        const bool Good = To && (!In.has(To) || (To != In.Header && Sure.test(To->getBlockID())));
        All &= !To || Good;
        Any |= Good && B->succ_size() > 1 && Comes(B, Way);
        ++Way;
      }
      if (All || Any || (planted("any-continue") && isa_and_nonnull<ContinueStmt>(B->getTerminatorStmt()))) {
        Sure.set(B->getBlockID());
        Grown = true;
      }
    }
  }
  return Sure.test(In.Header->getBlockID());
}

} // namespace persistify::kernel
