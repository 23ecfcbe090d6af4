//===- lib/kernel/CounterBarrier.cpp - barriers with a counter -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BarrierForm.h"
#include "OwnBarrier.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

class CounterBarrier : public BarrierForm {
public:
  explicit CounterBarrier(const BarrierText &Text) : BarrierForm(Text) {}

  bool match() {
    if (Groups.unknown())
      return false;
    // barrier ... the first item's part ... barrier
    unsigned Before = 0, After = 0;
    const IfStmt *Leader = nullptr;
    for (const Stmt *S : Text.Body) {
      if (isBarrier(S))
        ++(Leader ? After : Before);
      else if (isFence(S))
        continue;
      else if (const auto *D = dyn_cast<DeclStmt>(S); D && !Leader && onlyLooks(D))
        continue;
      else if (const auto *I = dyn_cast<IfStmt>(S);
               I && !Leader && Before && !I->getElse() && isFirstItem(I->getCond()))
        Leader = I;
      else
        return false;
    }
    return Leader && After && leader(Leader->getThen());
  }

private:
  // ---- words: their places are the same for all ----

  Cell word(const Cell &C) const { return C.Index ? Cell() : C; }
  Cell wordRead(const Expr *E) const { return word(reads(E)); }
  /// The word to which \p E adds one.
  Cell addsOne(const Expr *E) const {
    AtomicCall A = atomicCall(E);
    return A.Op == "inc" || (A.Op == "add" && A.Value && isConstant(F, A.Value, 1)) ? word(A.On) : Cell();
  }

  // ---- the first item's part ----

  /// The number of groups: asked for, or a parameter that a check makes it.
  bool isCount(const Expr *E) {
    if (isNumGroups(F, E))
      return true;
    const auto *R = dyn_cast<DeclRefExpr>(settled(F, E));
    const auto *V = R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
    if (!V || !V->getType()->isIntegerType() || isChanged(F, V))
      return false;
    Shape.Counts.insert(V);
    return true;
  }
  bool isArrival(const Expr *E) const {
    const Expr *X = settled(F, E);
    return Counter && X == Arrival;
  }
  bool isLessOne(const Expr *E) {
    const BinaryOperator *B = binary(F, E, BO_Sub);
    return B && isConstant(F, B->getRHS(), 1) && isCount(B->getLHS());
  }
  /// Whether \p E tells that the group is the last one to add.
  bool isLast(const Expr *E) {
    const auto *B = dyn_cast<BinaryOperator>(settled(F, E));
    if (!B || B->getOpcode() != BO_EQ)
      return false;
    for (auto [L, R] : {std::pair(B->getLHS(), B->getRHS()), std::pair(B->getRHS(), B->getLHS())}) {
      if (isArrival(L) && isLessOne(R))
        return true;
      const BinaryOperator *Sum = binary(F, L, BO_Add);
      if (Sum && isConstant(F, Sum->getRHS(), 1) && isArrival(Sum->getLHS()) && isCount(R))
        return true;
    }
    return false;
  }

  /// Whether all groups have the same value: no memory, nothing of one group.
  bool isSame(const Expr *E) const {
    return onlyLooks(E) && !Groups.differs(E) && !anyOf(E, [](const Stmt *S) {
             const auto *K = dyn_cast<CastExpr>(S);
             return K && K->getCastKind() == CK_LValueToRValue && !isa<DeclRefExpr>(K->getSubExpr()->IgnoreParens());
           });
  }
  /// (old / groups + 1) * groups, where old is what the group found.
  bool isNextMultiple(const Expr *E) {
    const BinaryOperator *M = binary(F, E, BO_Mul);
    if (!M)
      return false;
    for (auto [L, R] : {std::pair(M->getLHS(), M->getRHS()), std::pair(M->getRHS(), M->getLHS())})
      if (const BinaryOperator *S = binary(F, L, BO_Add); S && isCount(R))
        for (auto [Q, One] : {std::pair(S->getLHS(), S->getRHS()), std::pair(S->getRHS(), S->getLHS())})
          if (const BinaryOperator *D = binary(F, Q, BO_Div);
              D && isConstant(F, One, 1) && isArrival(D->getLHS()) && isCount(D->getRHS()))
            return true;
    return false;
  }

  /// while (c < goal)
  bool waitsForCount(const Stmt *S) {
    const Expr *Cond = waitCondition(S);
    const auto *B = Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
    if (!B)
      return false;
    bool Right = B->getOpcode() == BO_GT;
    if (!Right && B->getOpcode() != BO_LT && B->getOpcode() != BO_NE)
      return false;
    const Expr *Look = Right ? B->getRHS() : B->getLHS(), *Goal = Right ? B->getLHS() : B->getRHS();
    if (B->getOpcode() == BO_NE && !wordRead(Look))
      std::swap(Look, Goal);
    if (!(wordRead(Look) == Counter) || !(isSame(Goal) || isNextMultiple(Goal)))
      return false;
    Shape.Waits.insert(S);
    return true;
  }
  /// while (r == what it was), while (r != what it will be)
  bool waitsForRelease(const Stmt *S, const Cell &Release) {
    const Expr *Cond = waitCondition(S);
    const auto *B = Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
    if (!B || !B->isEqualityOp())
      return false;
    const Expr *Look = B->getLHS(), *Value = B->getRHS();
    if (!wordRead(Look))
      std::swap(Look, Value);
    if (!(wordRead(Look) == Release))
      return false;
    const auto *R = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
    const Expr *Old = settled(F, Value);
    Cell OldFrom = wordRead(Old);
    bool Was = R && OldValues.count(R->getDecl()) && (OldFrom ? OldFrom : cell(Old)) == Release;
    if (B->getOpcode() == BO_EQ ? !Was && !isSame(Value) : !isSame(Value))
      return false;
    Shape.Waits.insert(S);
    return true;
  }

  /// { c = 0; change r }
  Cell restart(const Stmt *S) const {
    bool Restarted = false;
    Cell Release;
    auto One = [&](const Stmt *X) {
      if (isFence(X))
        return true;
      const auto *E = dyn_cast<Expr>(X);
      const Expr *Value = nullptr;
      Cell C = E ? word(stores(E, Value)) : Cell();
      if (!C || Release)
        return false;
      if (!(C == Counter))
        Release = C;
      else if (!Restarted && Value && isConstant(F, Value, 0))
        Restarted = true;
      else
        return false;
      return true;
    };
    bool Ok = true;
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      for (const Stmt *X : B->body())
        Ok = Ok && One(X);
    else
      Ok = One(S);
    return Ok && Restarted ? Release : Cell();
  }

  static const Stmt *only(const Stmt *S) {
    const auto *B = dyn_cast_or_null<CompoundStmt>(S);
    if (!B)
      return S;
    const Stmt *Found = nullptr;
    for (const Stmt *X : B->body())
      if (!isFence(X)) {
        if (Found)
          return nullptr;
        Found = X;
      }
    return Found;
  }

  /// Remembers the one arrival in \p S.
  bool arrive(const Stmt *S) {
    unsigned Atomics = 0;
    walk(S, [&](const Stmt *X) {
      const auto *E = dyn_cast<Expr>(X);
      if (E && (isa<AtomicExpr>(E) || isAtomic(builtinOf(E)))) {
        ++Atomics;
        if (Cell C = addsOne(E); C && !Counter)
          Counter = C, Arrival = E, Shape.Bases.insert(C.Base);
      }
      return true;
    });
    return Atomics == 1 && Counter;
  }

  bool leader(const Stmt *S) {
    llvm::SmallVector<const Stmt *, 8> List;
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      List.append(B->body_begin(), B->body_end());
    else
      List.push_back(S);
    // What a variable of the helper's own kept of the release cell before the arrival.
    for (const Stmt *X : Text.Body)
      if (const auto *D = dyn_cast<DeclStmt>(X))
        keep(D);
    Cell Release;
    for (const Stmt *X : List) {
      if (isFence(X))
        continue;
      if (!Shape.Waits.empty())
        return false; // an effect behind the wait
      if (const auto *D = dyn_cast<DeclStmt>(X)) {
        if (!declare(D))
          return false;
      } else if (const auto *I = dyn_cast<IfStmt>(X)) {
        if (Release || (!Counter && !arrive(I->getCond())) || !isLast(I->getCond()))
          return false;
        Release = restart(I->getThen());
        if (!Release || Release == Counter)
          return false;
        Shape.Bases.insert(Release.Base);
        if (I->getElse() && (!only(I->getElse()) || !waitsForRelease(only(I->getElse()), Release)))
          return false;
      } else if (isa<WhileStmt, DoStmt, ForStmt>(X)) {
        if (!Counter || !(Release ? waitsForRelease(X, Release) : waitsForCount(X)))
          return false;
      } else if (const auto *E = dyn_cast<Expr>(X)) {
        const Expr *Value = E->IgnoreParenCasts();
        if (const auto *B = dyn_cast<BinaryOperator>(Value);
            B && B->getOpcode() == BO_Assign && isPrivate(variableOf(B->getLHS()))) {
          if (onlyLooks(B->getRHS()))
            continue;
          Value = B->getRHS()->IgnoreParenCasts();
        }
        if (Counter || !arrive(E) || Arrival != Value)
          return false;
      } else {
        return false;
      }
    }
    Shape.Way = "counter " + std::to_string(Counter.At) + (Release ? " " + std::to_string(Release.At) : "");
    return !Shape.Waits.empty();
  }
  void keep(const DeclStmt *D) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        OldValues.insert(V);
  }
  /// Variables of the leader's, one of which may be what the arrival returns.
  bool declare(const DeclStmt *D) {
    for (const Decl *One : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(One);
      const Expr *Init = V ? V->getInit() : nullptr;
      if (!Init)
        continue;
      if (onlyLooks(Init)) {
        if (!Counter)
          OldValues.insert(V);
      } else if (Counter || !arrive(Init) || Init->IgnoreParenCasts() != Arrival) {
        return false;
      }
    }
    return true;
  }

  Cell Counter;
  const Expr *Arrival = nullptr;
  std::set<const ValueDecl *> OldValues; ///< set before the arrival
};

} // namespace

std::optional<BarrierShape> matchCounter(const BarrierText &Text) {
  CounterBarrier B(Text);
  return B.match() ? std::optional(std::move(B.Shape)) : std::nullopt;
}

} // namespace persistify::kernel
