//===- Loops.cpp - loops -------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "interpreter/Closures.h"
#include "effects/HostEffects.h"
#include "effects/LeftBranches.h"
#include "entry/EntryValues.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

void Statements::trip(const LoopParts &L) {
  if (L.Enter)
    L.Enter();
  if (L.Body)
    substatement(L.Body);
}

void Statements::loopTest(const LoopParts &L, Stmt &S, size_t Outside, std::vector<Env> &Exits) {
  if (L.CondVar)
    declare(L.CondVar);
  if (Live.size() > Outside && ok())
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if ((!L.Cond && !L.Test) || !ok())
    return;
  Out = &S.Before;
  ExprP C = L.Test ? L.Test() : exprs().condition(L.Cond);
  if (!ok())
    return;
  auto T = truth(C);
  if (!T || !*T)
    Exits.push_back(E);
  if (T && !*T)
    E.Reachable = false;
  if (!T || !*T)
    S.E = C;
}

void Statements::loop(const LoopParts &L, bool IsRegion) {
  size_t Outside = Live.size();
  if (L.Init)
    statement(L.Init);
  if (Live.size() > Outside && ok())
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if (!ok())
    return;
  LoopPlace Place = placeOf(L.Whole);
  if (LoopDepth == 0)
    Lost.clear();
  Env Head = E;
  lose(Head, Lost[Place]);
  if (IsRegion)
    branches().forgetFirstTrip(Head);
  Checkpoint Entry = save();
  llvm::SaveAndRestore Deeper(LoopDepth, LoopDepth + 1);
  std::set<std::string> StoredOutside = std::move(Stored);
  for (unsigned Round = 0;; ++Round) {
    Stored.clear();
    Checkpoint Before = save();
    E = Head;
    Stmt S;
    S.K = Stmt::Loop;
    S.Range = range(L.Whole->getSourceRange());
    S.TestLast = L.TestLast;
    StmtList *Saved = Out;
    Targets.push_back({});
    Targets.back().Live = Live.size();
    Targets.back().IsLoop = true;
    Targets.back().IsRegion = IsRegion;
    size_t Mine = Targets.size() - 1;
    if (IsRegion)
      effects().Enqueued = false;

    std::vector<Env> Exits;
    auto Test = [&] { loopTest(L, S, Outside, Exits); };
    auto Body = [&] {
      Out = IsRegion ? EachTrip = &S.Body : &S.Body;
      trip(L);
      joinInto(E, Targets[Mine].Continues);
    };
    if (L.TestLast) {
      Body();
      Test();
    } else {
      Out = &S.Before;
      Test();
      Body();
    }
    if ((L.Inc || L.Step) && ok() && E.Reachable) {
      Out = &S.Next;
      if (L.Step)
        L.Step();
      else
        exprs().effect(L.Inc);
    }
    Out = Saved;
    if (!ok()) {
      Targets.resize(Mine);
      auto Why = std::exchange(Refused, {});
      restore(std::move(Entry));
      if (IsRegion || Scanning || !unroll(L))
        Refused = std::move(Why);
      return;
    }
    Env Back = E;
    std::vector<Env> Breaks = std::move(Targets[Mine].Breaks);
    Targets.resize(Mine);
    Env NewHead = Back.Reachable ? merge(Head, Back) : Head;
    // Chains of values that each trip changes: give up on all of them.
    if (Round >= 3)
      for (const std::string &K : Stored)
        if (!entry().CounterKeys.count(K))
          NewHead.Known.erase(K);
    if (Round > 60) {
      refuse(Diag::HostUnsupportedStmt, L.Whole->getSourceRange(), {"this loop"});
      return;
    }
    if (NewHead == Head) {
      Lost[Place] = losses(Entry.E, Head);
      Out->push_back(std::move(S));
      E = Head;
      E.Reachable = false;
      joinInto(E, Exits);
      joinInto(E, Breaks);
      Stored.insert(StoredOutside.begin(), StoredOutside.end());
      return;
    }
    restore(std::move(Before));
    Head = NewHead;
  }
}

void Statements::doOnce(const DoStmt *D) {
  Stmt S;
  S.K = Stmt::Block;
  S.Range = range(D->getSourceRange());
  S.Label = NextLabel++;
  StmtList *Saved = Out;
  Targets.push_back({});
  Targets.back().Live = Live.size();
  Targets.back().Label = S.Label;
  Targets.back().ContinueLeaves = true;
  size_t Mine = Targets.size() - 1;
  Out = &S.Body;
  {
    llvm::SaveAndRestore Trip(EachTrip, Saved == EachTrip ? Out : EachTrip);
    substatement(D->getBody());
  }
  Out = Saved;
  Target T = std::move(Targets[Mine]);
  Targets.resize(Mine);
  joinInto(E, T.Breaks);
  closeBlock(std::move(S), T.LabelUsed);
}

void Statements::breakStmt(const clang::Stmt *S) {
  if (Targets.empty()) {
    refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this break"});
    return;
  }
  destroy(Targets.back().Live);
  Target &T = Targets.back();
  T.Breaks.push_back(E);
  if (T.IsLoop) {
    emit(Stmt::Break, S->getSourceRange());
  } else {
    T.LabelUsed = true;
    emit(Stmt::Leave, S->getSourceRange()).Label = T.Label;
  }
  E.Reachable = false;
}

void Statements::continueStmt(const clang::Stmt *S) {
  for (size_t I = Targets.size(); I-- > 0;) {
    if (!Targets[I].ContinueLabel && !Targets[I].ContinueLeaves && !Targets[I].IsLoop)
      continue;
    destroy(Targets[I].Live);
    Target &T = Targets[I];
    if (T.ContinueLabel) {
      T.Continues.push_back(E);
      emit(Stmt::Leave, S->getSourceRange()).Label = T.ContinueLabel;
    } else if (T.ContinueLeaves) {
      T.Breaks.push_back(E);
      T.LabelUsed = true;
      emit(Stmt::Leave, S->getSourceRange()).Label = T.Label;
    } else {
      T.Continues.push_back(E);
      emit(Stmt::Continue, S->getSourceRange());
    }
    E.Reachable = false;
    return;
  }
  refuse(Diag::HostUnsupportedStmt, S->getSourceRange(), {"this continue"});
}

} // namespace persistify::host
