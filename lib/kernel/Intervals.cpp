//===- lib/kernel/Intervals.cpp --------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Intervals.h"
#include "Uniform.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {

void Intervals::build() {
  Built = true;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd(); // every expression is an element of its own
  Graph = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph)
    for (unsigned I = 0; I < B->size(); ++I)
      if (auto S = (*B)[I].getAs<CFGStmt>())
        Places[S->getStmt()] = {B, I};
}

/// Whether an element that satisfies \p Target follows \p From with no barrier between.
bool Intervals::reaches(Place From, bool OfGroups, llvm::function_ref<bool(const Expr *)> Target) {
  std::set<const CFGBlock *> Seen;
  std::vector<Place> Work = {{From.Block, From.Index + 1}};
  while (!Work.empty()) {
    Place At = Work.back();
    Work.pop_back();
    bool Cut = false;
    for (unsigned I = At.Index; I < At.Block->size() && !Cut; ++I) {
      auto S = (*At.Block)[I].getAs<CFGStmt>();
      const auto *E = S ? dyn_cast<Expr>(S->getStmt()) : nullptr;
      if (!E)
        continue;
      if (Target(E))
        return true;
      Cut = All.isOwnBarrier(E) || (!OfGroups && builtinOf(E) == Builtin::Barrier);
    }
    if (Cut)
      continue;
    for (const CFGBlock *Next : At.Block->succs())
      if (Next && Seen.insert(Next).second)
        Work.push_back({Next, 0});
  }
  return false;
}

bool Intervals::stable(const Expr *At, const Roots &Where, bool OfGroups) {
  if (!Built)
    build();
  if (!Graph || !Places.count(At))
    return false;
  std::set<const Stmt *> Stores;
  for (const MemoryAccess &A : All.accesses().of(F).Accesses) {
    if (!A.Writes)
      continue;
    bool Same = A.Where.Unknown;
    for (unsigned P : A.Where.Params)
      Same |= Where.Params.count(P) != 0;
    for (const VarDecl *V : A.Where.Objects)
      Same |= Where.Objects.count(V) != 0;
    if (!Same)
      continue;
    if (!A.E || !Places.count(A.E))
      return false;
    Stores.insert(A.E);
  }
  auto isStore = [&](const Expr *E) { return Stores.count(E) != 0; };
  if (reaches(Places[At], OfGroups, isStore))
    return false;
  for (const Stmt *S : Stores)
    if (reaches(Places[S], OfGroups, [&](const Expr *E) { return E == At; }))
      return false;
  return true;
}

} // namespace persistify::kernel
