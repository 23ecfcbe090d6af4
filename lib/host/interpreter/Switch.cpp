//===- Switch.cpp - switch statements ------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "Walk.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

void Statements::switchStmt(const SwitchStmt *S) {
  const size_t Outside = Live.size();
  if (S->getInit())
    statement(S->getInit());
  if (S->getConditionVariable())
    declare(S->getConditionVariable());
  if (Live.size() > Outside && ok() && !planted("scopes-of-switches")) // lives to the end of the statement
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if (!ok())
    return;
  auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body) {
    refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this switch"});
    return;
  }
  clang::SourceRange Rg = S->getSourceRange();
  ExprP V = entry().settledTag(exprs().scalar(S->getCond()));
  if (!ok())
    return;
  auto VC = constantValue(V);
  const ExprP Selector = V;
  if (!VC) {
    Place T = places().temporary(S->getCond()->getType(), "selector");
    leaves().store(T, Value::scalar(V), Rg);
    V = leaves().load(T, Rg).E;
  }
  struct Group {
    std::vector<const SwitchCase *> Labels;
    std::vector<const clang::Stmt *> Stmts;
  };
  std::vector<Group> Groups;
  bool InStmts = true;
  for (const clang::Stmt *Sub : Body->body()) {
    while (auto *C = dyn_cast<SwitchCase>(Sub)) {
      if (InStmts || Groups.empty())
        Groups.push_back({});
      InStmts = false;
      Groups.back().Labels.push_back(C);
      Sub = C->getSubStmt();
    }
    // Declared for all groups behind, also where a jump leaves the initialiser away, or the group is never reached.
    if (auto *D = dyn_cast<DeclStmt>(Sub))
      for (const Decl *X : D->decls()) {
        if (auto *V = dyn_cast<VarDecl>(X);
            V && (V->hasLocalStorage() || planted("statics-of-switches")) && (Groups.empty() || !Scanning)) {
          Place P;
          P.T = V->getType();
          P.Obj = places().newObject(P.T, V->getNameAsString());
          Frames.back().Vars[V->getCanonicalDecl()] = P;
        } else if (V && Groups.empty()) {
          declare(V); // a static or extern one is what it is
        }
      }
    if (Groups.empty())
      continue; // unreachable code in front of the first label
    InStmts = true;
    Groups.back().Stmts.push_back(Sub);
  }
  unsigned Nested = 0;
  for (const SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
    ++Nested;
  unsigned Direct = 0;
  for (Group &G : Groups)
    Direct += G.Labels.size();
  if (Nested != Direct) {
    refuse(Diag::HostUnsupportedStmt, Rg, {"a case label inside another statement"});
    return;
  }
  auto Matches = [&](const SwitchCase *C) -> ExprP {
    auto *K = llvm::cast<CaseStmt>(C);
    auto Lo = exprs().evaluate(K->getLHS());
    if (!Lo || K->getRHS()) {
      refuse(Diag::HostUnsupportedStmt, C->getSourceRange(), {"this case label"});
      return constant(intType(), 0);
    }
    return binary(Expr::EQ, V, constant(V->T, *Lo));
  };
  ExprP Any = constant(intType(), 0);
  for (Group &G : Groups)
    for (const SwitchCase *C : G.Labels)
      if (isa<CaseStmt>(C))
        Any = binary(Expr::LogOr, Any, Matches(C));
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(Rg);
  Block.Label = NextLabel++;
  StmtList *Saved = Out;
  Targets.push_back({});
  Targets.back().Live = Live.size();
  Targets.back().Label = Block.Label;
  size_t Mine = Targets.size() - 1;
  Out = &Block.Body;
  Place Hit = places().temporary(Ctx.IntTy, "hit");
  leaves().store(Hit, Value::scalar(constant(intType(), 0)), Rg);
  for (Group &G : Groups) {
    if (!ok() || !E.Reachable)
      break;
    ExprP C = leaves().load(Hit, Rg).E;
    for (const SwitchCase *L : G.Labels)
      C = isa<DefaultStmt>(L) && &G == &Groups.back() // all that are still here
              ? constant(intType(), 1)
              : binary(Expr::LogOr, C, isa<DefaultStmt>(L) ? unary(Expr::LogNot, Any) : Matches(L));
    std::optional<Checkpoint> Before;
    const bool Others = &G != &Groups.front() && !VC; // come by another way, if this is the default
    if (!Scanning && (!truth(C) || Others) && branches().settledByEntry(Selector) && !planted("whole-switches"))
      Before.emplace(save());
    const size_t Breaks = Targets[Mine].Breaks.size();
    const bool Used = Targets[Mine].LabelUsed;
    branch(
        C,
        [&] {
          leaves().store(Hit, Value::scalar(constant(intType(), 1)), Rg);
          size_t Outside = Live.size();
          compound(G.Stmts);
          endScope(Outside);
        },
        [] {}, Rg);
    branches().InBranch |= !ok();
    if (ok() || !Before)
      continue;
    // A case that cannot move is left to the original loop, as the branch of an if is.
    auto Why = std::exchange(Refused, {});
    restore(std::move(*Before));
    Targets.resize(Mine + 1);
    Targets[Mine].Breaks.resize(Breaks);
    Targets[Mine].LabelUsed = Used;
    branch(
        C, [&] { bail(G.Stmts.empty() ? S->getBeginLoc() : G.Stmts.front()->getSourceRange(), Stmt::Path); }, [] {},
        Rg);
    forEachVar(Selector, [&](unsigned X) { branches().LeftBy.insert(X); });
    if (!ok())
      Refused = std::move(Why);
  }
  Out = Saved;
  Target T = std::move(Targets[Mine]);
  Targets.resize(Mine);
  joinInto(E, T.Breaks);
  closeBlock(std::move(Block), T.LabelUsed);
}

} // namespace persistify::host
