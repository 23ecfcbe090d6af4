//===- lib/kernel/AcrossGroups.cpp -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AcrossGroups.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {

static llvm::StringRef queryName(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E);
  return C && isIdQuery(builtinOf(C)) ? C->getDirectCallee()->getName() : llvm::StringRef();
}
bool asksWhichGroup(const Expr *E) {
  llvm::StringRef N = queryName(E);
  return N == "get_group_id" || N == "get_global_id" || N == "get_global_linear_id";
}
bool asksHowManyGroups(const Expr *E) {
  llvm::StringRef N = queryName(E);
  return N == "get_num_groups" || N == "get_global_size";
}

AcrossGroups::AcrossGroups(const FunctionDecl *F, const CallTree &Tree, bool Sizes) : Tree(Tree), Sizes(Sizes) {
  const Flow &Graph = Tree.flow(F);
  Unknown = !Graph.complete() || Tree.facts(F).AnyGoto;
  walk(F->getBody(), [&](const Stmt *S) {
    const auto *U = dyn_cast<UnaryOperator>(S);
    const auto *K = dyn_cast<CastExpr>(S);
    const VarDecl *V = nullptr; // whoever gets the pointer writes it
    if (U && U->getOpcode() == UO_AddrOf)
      V = variableOf(U->getSubExpr());
    else if (K && K->getCastKind() == CK_ArrayToPointerDecay)
      V = variableOf(K->getSubExpr());
    if (V && (U || V->getType()->isArrayType()))
      Different.insert(V);
    return true;
  });
  auto Differs = [&](const Flow::Definition &D) {
    return differs(D.Value) || llvm::any_of(Graph.branches(), [&](const CFGBlock *Branch) {
             return Graph.influences(Branch, D.At.Block) && differs(Branch);
           });
  };
  for (bool Grown = true; Grown;) {
    Grown = false;
    for (const Flow::Definition &D : Graph.definitions())
      if (!Different.count(D.V) && Differs(D))
        Grown |= Different.insert(D.V).second;
  }
}

bool AcrossGroups::differs(const CFGBlock *Branch) const {
  const Expr *Cond = Flow::conditionOf(Branch);
  return !Cond || differs(Cond);
}

bool AcrossGroups::differs(const Expr *E) const {
  return anyOf(E, [&](const Stmt *S) { return differsHere(S); });
}

bool AcrossGroups::differsHere(const Stmt *S) const {
  if (const auto *R = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return V && Different.count(V);
  }
  // What others of the group leave in local memory is followed by variable only.
  if (const auto *K = dyn_cast<CastExpr>(S); K && K->getCastKind() == CK_LValueToRValue)
    return K->getSubExpr()->getType().getAddressSpace() == LangAS::opencl_local && !variableOf(K->getSubExpr());
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  Builtin B = builtinOf(E);
  if (isAtomic(B) || B == Builtin::SubGroup || B == Builtin::GroupCollective || asksWhichGroup(E) ||
      (Sizes && asksHowManyGroups(E)))
    return true;
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
  if (!G)
    return B == Builtin::None && C; // a function that nobody shows
  for (const FunctionDecl *Below : Tree.below(G))
    for (const FunctionFacts::BuiltinCall &X : Tree.facts(Below).Builtins)
      if (isAtomic(X.Kind) || asksWhichGroup(X.E) || (Sizes && asksHowManyGroups(X.E)))
        return true;
  return Tree.facts(G).LocalAccess != nullptr;
}

} // namespace persistify::kernel
