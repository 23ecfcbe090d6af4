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

/// The labels of some cases, and what stands behind them.
struct Statements::SwitchGroup {
  std::vector<const SwitchCase *> Labels;
  std::vector<const clang::Stmt *> Stmts;
};

/// A switch while its groups are taken in.
struct Statements::SwitchState {
  const SwitchStmt *S;
  ExprP Selector;      ///< as the program computes it
  ExprP Value;         ///< what the cases are compared with
  ExprP Any;           ///< whether a case has it, but for the default
  Place Hit;           ///< whether a group in front has been entered
  size_t Mine;         ///< of the targets
  clang::SourceRange R;
};

std::vector<Statements::SwitchGroup> Statements::switchGroups(const CompoundStmt *Body) {
  std::vector<SwitchGroup> Groups;
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
  return Groups;
}

ExprP Statements::matches(const SwitchCase *C, const ExprP &V) {
  auto *K = llvm::cast<CaseStmt>(C);
  auto Lo = exprs().evaluate(K->getLHS());
  if (Lo && !K->getRHS())
    return binary(Expr::EQ, V, constant(V->T, *Lo));
  refuse(Diag::HostUnsupportedStmt, C->getSourceRange(), {"this case label"});
  return constant(intType(), 0);
}

void Statements::switchGroup(const SwitchState &At, const SwitchGroup &G, bool First, bool Last) {
  ExprP C = leaves().load(At.Hit, At.R).E;
  for (const SwitchCase *L : G.Labels)
    C = isa<DefaultStmt>(L) && Last // all that are still here
            ? constant(intType(), 1)
            : binary(Expr::LogOr, C, isa<DefaultStmt>(L) ? unary(Expr::LogNot, At.Any) : matches(L, At.Value));
  std::optional<Checkpoint> Before;
  const bool Others = !First && !constantValue(At.Selector); // come by another way, if this is the default
  if (!Scanning && (!truth(C) || Others) && branches().settledByEntry(At.Selector) && !planted("whole-switches"))
    Before.emplace(save());
  const size_t Breaks = Targets[At.Mine].Breaks.size();
  const bool Used = Targets[At.Mine].LabelUsed;
  branch(
      C,
      [&] {
        leaves().store(At.Hit, Value::scalar(constant(intType(), 1)), At.R);
        size_t Outside = Live.size();
        compound(G.Stmts);
        endScope(Outside);
      },
      [] {}, At.R);
  branches().InBranch |= !ok();
  if (ok() || !Before)
    return;
  // A case that cannot move is left to the original loop, as the branch of an if is.
  auto Why = std::exchange(Refused, {});
  restore(std::move(*Before));
  Targets.resize(At.Mine + 1);
  Targets[At.Mine].Breaks.resize(Breaks);
  Targets[At.Mine].LabelUsed = Used;
  branch(
      C, [&] { bail(G.Stmts.empty() ? At.S->getBeginLoc() : G.Stmts.front()->getSourceRange(), Stmt::Path); }, [] {},
      At.R);
  forEachVar(At.Selector, [&](unsigned X) { branches().LeftBy.insert(X); });
  if (!ok())
    Refused = std::move(Why);
}

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
  SwitchState At{S, nullptr, nullptr, nullptr, {}, 0, S->getSourceRange()};
  At.Value = At.Selector = entry().settledTag(exprs().scalar(S->getCond()));
  if (!ok())
    return;
  if (!constantValue(At.Selector)) {
    Place T = places().temporary(S->getCond()->getType(), "selector");
    leaves().store(T, Value::scalar(At.Selector), At.R);
    At.Value = leaves().load(T, At.R).E;
  }
  const std::vector<SwitchGroup> Groups = switchGroups(Body);
  unsigned Nested = 0;
  for (const SwitchCase *C = S->getSwitchCaseList(); C; C = C->getNextSwitchCase())
    ++Nested;
  unsigned Direct = 0;
  for (const SwitchGroup &G : Groups)
    Direct += G.Labels.size();
  if (Nested != Direct) {
    refuse(Diag::HostUnsupportedStmt, At.R, {"a case label inside another statement"});
    return;
  }
  At.Any = constant(intType(), 0);
  for (const SwitchGroup &G : Groups)
    for (const SwitchCase *C : G.Labels)
      if (isa<CaseStmt>(C))
        At.Any = binary(Expr::LogOr, At.Any, matches(C, At.Value));
  Stmt Block;
  Block.K = Stmt::Block;
  Block.Range = range(At.R);
  Block.Label = NextLabel++;
  StmtList *Saved = Out;
  Targets.push_back({});
  Targets.back().Live = Live.size();
  Targets.back().Label = Block.Label;
  At.Mine = Targets.size() - 1;
  Out = &Block.Body;
  At.Hit = places().temporary(Ctx.IntTy, "hit");
  leaves().store(At.Hit, Value::scalar(constant(intType(), 0)), At.R);
  for (const SwitchGroup &G : Groups)
    if (ok() && E.Reachable)
      switchGroup(At, G, &G == &Groups.front(), &G == &Groups.back());
  Out = Saved;
  Target T = std::move(Targets[At.Mine]);
  Targets.resize(At.Mine);
  joinInto(E, T.Breaks);
  closeBlock(std::move(Block), T.LabelUsed);
}

} // namespace persistify::host
