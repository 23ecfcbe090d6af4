//===- lib/kernel/Flow.cpp -------------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "persistify/Debug.h"
#include "clang/AST/ASTContext.h"
#include "clang/Analysis/Analyses/Dominators.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

#define DEBUG_TYPE "pst-kernel"

using namespace clang;

namespace persistify::kernel {

const VarDecl *variableOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(R->getDecl());
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return nullptr;
      E = M->getBase();
    } else if (const auto *V = dyn_cast<ExtVectorElementExpr>(E)) {
      if (V->isArrow())
        return nullptr;
      E = V->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Base = A->getBase()->IgnoreParenImpCasts();
      if (!Base->getType()->isArrayType() && !Base->getType()->isVectorType())
        return nullptr;
      E = Base;
    } else {
      return nullptr;
    }
  }
}

Flow::Flow(const FunctionDecl *F) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd(); // every expression is an element of its own
  Graph = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  if (!Graph)
    return;
  Rank.assign(size(), ~0u);
  PostOrderCFGView View(Graph.get());
  for (const CFGBlock *B : View) {
    Rank[B->getBlockID()] = Order.size();
    Order.push_back(B);
    if (llvm::count_if(B->succs(), [](const CFGBlock *Next) { return Next != nullptr; }) > 1)
      Branches.push_back(B);
  }
  ByNumber.resize(size());
  for (const CFGBlock *B : *Graph) {
    ByNumber[B->getBlockID()] = B;
    note(B);
  }
  Complete = true;
  walk(F->getBody(), [&](const Stmt *S) {
    for (const Stmt *Child : S->children())
      Parents[Child] = S;
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    if ((B && B->isAssignmentOp()) || (U && U->isIncrementDecrementOp()) || isa<CallExpr, AtomicExpr>(S))
      Complete = Complete && find(S).Block;
    return true;
  });
  findLoops();
  LLVM_DEBUG(llvm::dbgs() << "flow of " << F->getName() << ": " << size() << " blocks, " << Branches.size()
                          << " branches, " << Loops.size() << " loops" << (Complete ? "" : "; incomplete") << "\n");
}

void Flow::note(const CFGBlock *B) {
  for (unsigned I = 0; I < B->size(); ++I)
    if (auto S = (*B)[I].getAs<CFGStmt>()) {
      Places[S->getStmt()] = {B, I};
      define({B, I}, S->getStmt());
    }
  if (const Stmt *S = B->getTerminatorStmt(); isa_and_nonnull<BreakStmt, ContinueStmt, GotoStmt>(S))
    Places[S] = {B, B->size()};
}

void Flow::define(Place At, const Stmt *S) {
  auto Add = [&](const VarDecl *V, const Expr *Value, bool Whole) {
    if (V && Value)
      Definitions.push_back({V, Value, At, Whole});
  };
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        Add(V, V->getInit(), true);
  } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    Add(variableOf(B->getLHS()), B, isa<DeclRefExpr>(B->getLHS()->IgnoreParens()));
  } else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp()) {
    Add(variableOf(U->getSubExpr()), U, isa<DeclRefExpr>(U->getSubExpr()->IgnoreParens()));
  }
}

/// Blocks from which control goes back to a block that every way to them comes by are a loop.
void Flow::findLoops() {
  CFGDomTree Dominators(Graph.get());
  std::map<const CFGBlock *, BlockSet> Found;
  std::map<const CFGBlock *, std::set<const Stmt *>> Made;
  for (const CFGBlock *From : Order)
    for (const CFGBlock *To : From->succs()) {
      if (!To || Rank[To->getBlockID()] > Rank[From->getBlockID()])
        continue;
      if (!Dominators.dominates(To, From)) {
        Reducible = false;
        continue;
      }
      if (const Stmt *S = From->getLoopTarget())
        Made[To].insert(S);
      BlockSet &In = Found.try_emplace(To, size()).first->second;
      In.set(To->getBlockID());
      std::vector<const CFGBlock *> Work = {From};
      while (!Work.empty()) {
        const CFGBlock *B = Work.back();
        Work.pop_back();
        if (In.test(B->getBlockID()))
          continue;
        In.set(B->getBlockID());
        for (const CFGBlock *Before : B->preds())
          if (Before && Rank[Before->getBlockID()] != ~0u)
            Work.push_back(Before);
      }
    }
  for (auto &[Header, Blocks] : Found)
    Loops.push_back({Header, std::move(Blocks), std::move(Made[Header]), nullptr});
  llvm::sort(Loops, [&](const Loop &A, const Loop &B) {
    return std::pair(A.Blocks.count(), Rank[A.Header->getBlockID()]) <
           std::pair(B.Blocks.count(), Rank[B.Header->getBlockID()]);
  });
  for (size_t I = 0; I < Loops.size(); ++I)
    for (size_t K = I + 1; K < Loops.size() && !Loops[I].Parent; ++K)
      if (Loops[K].Blocks.test(Loops[I].Header->getBlockID()))
        Loops[I].Parent = &Loops[K];
}

const Flow::Loop *Flow::loopOf(const CFGBlock *B) const {
  for (const Loop &L : Loops)
    if (L.Blocks.test(B->getBlockID()))
      return &L;
  return nullptr;
}

const Flow::Loop *Flow::loop(const Stmt *S) const {
  auto It = llvm::find_if(Loops, [&](const Loop &L) { return L.Statements.count(S); });
  return It == Loops.end() ? nullptr : &*It;
}

bool Flow::isTangled(const Stmt *S) const {
  return !Complete ||
         (!Reducible && !loop(S) && llvm::any_of(Order, [&](const CFGBlock *B) { return B->getLoopTarget() == S; }));
}

Flow::Place Flow::find(const Stmt *S) const {
  auto It = Places.find(S);
  return It == Places.end() ? Place() : It->second;
}

const Expr *Flow::chosenBy(const CFGBlock *Branch) {
  auto S = Branch->empty() ? std::nullopt : Branch->back().getAs<CFGStmt>();
  return S ? dyn_cast<Expr>(S->getStmt()) : nullptr;
}

const Expr *Flow::conditionOf(const CFGBlock *Branch) {
  const Stmt *S = Branch->getTerminatorStmt();
  if (const auto *Q = dyn_cast_or_null<AbstractConditionalOperator>(S))
    return Q->getCond();
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(S))
    return B->getLHS();
  return S ? kernel::conditionOf(S) : nullptr;
}

/// Where control comes to from \p Blocks.
std::set<const CFGBlock *> Flow::waysOut(const BlockSet &Blocks) const {
  std::set<const CFGBlock *> Out;
  for (unsigned I : Blocks.set_bits())
    for (const CFGBlock *To : ByNumber[I]->succs())
      if (To && !Blocks.test(To->getBlockID()))
        Out.insert(To);
  return Out;
}

/// The blocks on \p Ways, which begin within the loop \p Level (null: anywhere), up to where they all meet again.
BlockSet Flow::spread(std::set<const CFGBlock *> Ways, const Loop *Level) const {
  BlockSet Out(size());
  if (llvm::any_of(Ways, [&](const CFGBlock *B) { return B && Rank[B->getBlockID()] == ~0u; }))
    return Out.set(); // something that is never executed would be
  if (!Reducible || !Complete) { // all that may follow
    std::vector<const CFGBlock *> Work(Ways.begin(), Ways.end());
    while (!Work.empty()) {
      const CFGBlock *B = Work.back();
      Work.pop_back();
      if (!B || Out.test(B->getBlockID()))
        continue;
      Out.set(B->getBlockID());
      Work.insert(Work.end(), B->succ_begin(), B->succ_end());
    }
    return Out;
  }
  for (;; Level = Level->Parent) {
    std::map<unsigned, const Loop *> Open; // by rank; a loop further inside is one place
    std::set<const CFGBlock *> Outside;
    bool Stays = false;
    auto Go = [&](const CFGBlock *To) {
      if (!To)
        return;
      if (Level && !Level->Blocks.test(To->getBlockID())) {
        Outside.insert(To);
      } else if (Level && To == Level->Header) {
        Stays = true;
      } else {
        const Loop *Inner = nullptr;
        for (const Loop *L = loopOf(To); L != Level; L = L->Parent)
          Inner = L;
        Open.insert({Rank[(Inner ? Inner->Header : To)->getBlockID()], Inner});
      }
    };
    auto GoFrom = [&](const BlockSet &Blocks) {
      Out |= Blocks;
      for (const CFGBlock *To : waysOut(Blocks))
        Go(To);
    };
    for (const CFGBlock *To : Ways)
      Go(To);
    while (!Open.empty()) {
      if (Open.size() == 1 && Outside.empty() && !Stays)
        return Out;
      const auto [At, Inner] = *Open.begin();
      Open.erase(Open.begin());
      BlockSet Here(size());
      Here.set(Order[At]->getBlockID());
      GoFrom(Inner ? Inner->Blocks : Here);
    }
    if (Outside.empty())
      return Out;
    Ways = Outside;
    if (Stays && !planted("even-rounds")) {
      // Some leave the loop, others do not: what it does it does for each as often as it stays.
      Out |= Level->Blocks;
      Ways = waysOut(Level->Blocks);
    }
  }
}

const BlockSet &Flow::influence(const CFGBlock *Branch) const {
  auto [It, New] = Influence.try_emplace(Branch);
  if (New) {
    std::set<const CFGBlock *> Ways(Branch->succ_begin(), Branch->succ_end());
    It->second = spread(std::move(Ways), Reducible ? loopOf(Branch) : nullptr);
  }
  return It->second;
}

std::vector<const Flow::Definition *> Flow::reaching(const VarDecl *V, Place At) const {
  std::map<const CFGBlock *, std::vector<const Definition *>> Of;
  for (const Definition &D : Definitions)
    if (D.V == V)
      Of[D.At.Block].push_back(&D);
  std::vector<const Definition *> Out;
  BlockSet Seen(size());
  std::vector<Place> Work = {At};
  while (!Work.empty()) {
    const Place Now = Work.back();
    Work.pop_back();
    bool Whole = false;
    if (auto It = Of.find(Now.Block); It != Of.end())
      for (const Definition *D : llvm::reverse(It->second))
        if (!Whole && D->At.Index < Now.Index) {
          if (!llvm::is_contained(Out, D))
            Out.push_back(D);
          Whole = D->Whole && !planted("each-definition");
        }
    if (Whole)
      continue;
    for (const CFGBlock *Before : Now.Block->preds())
      if (Before && !Seen.test(Before->getBlockID())) {
        Seen.set(Before->getBlockID());
        Work.push_back({Before, ~0u});
      }
  }
  return Out;
}

bool Flow::reaches(Place From, llvm::function_ref<bool(const Expr *)> Target,
                   llvm::function_ref<bool(const Expr *)> Cut) {
  std::set<const CFGBlock *> Seen;
  std::vector<Place> Work = {From};
  while (!Work.empty()) {
    const Place At = Work.back();
    Work.pop_back();
    bool Ends = false;
    for (unsigned I = At.Index; I < At.Block->size() && !Ends; ++I) {
      auto S = (*At.Block)[I].getAs<CFGStmt>();
      const auto *E = S ? dyn_cast<Expr>(S->getStmt()) : nullptr;
      if (E && Target(E))
        return true;
      Ends = E && Cut(E);
    }
    if (Ends)
      continue;
    for (const CFGBlock *Next : At.Block->succs())
      if (Next && Seen.insert(Next).second)
        Work.push_back({Next, 0});
  }
  return false;
}

const Stmt *Flow::parent(const Stmt *S) const {
  auto It = Parents.find(S);
  return It == Parents.end() ? nullptr : It->second;
}

bool Flow::within(const Stmt *S, const Stmt *Of) const {
  while (S && S != Of)
    S = parent(S);
  return S;
}

bool Flow::leaves(const Stmt *S, const Stmt *Of) const {
  if (const auto *G = dyn_cast<GotoStmt>(S))
    return !within(G->getLabel()->getStmt(), Of);
  if (!isa<BreakStmt, ContinueStmt>(S))
    return isa<ReturnStmt>(S);
  for (const Stmt *Around = S; Around != Of;) {
    Around = parent(Around);
    if (isa<ForStmt, WhileStmt, DoStmt>(Around) || (isa<SwitchStmt>(Around) && isa<BreakStmt>(S)))
      return !within(Around, Of);
  }
  return true;
}

const Stmt *Flow::owner(const CFGBlock *Branch) const {
  const Stmt *S = Branch->getTerminatorStmt();
  for (const Stmt *Around = S; Around;) {
    if (const Expr *Cond = kernel::conditionOf(Around); Cond && within(S, Cond))
      return Around;
    Around = parent(Around);
  }
  return S;
}

const CFGBlock *Flow::begin(const Stmt *S) const {
  const CFGBlock *First = nullptr;
  walk(S, [&](const Stmt *X) {
    const CFGBlock *B = find(X).Block;
    if (B && (!First || Rank[B->getBlockID()] < Rank[First->getBlockID()]))
      First = B;
    return true;
  });
  return First;
}

/// Where control comes to if \p S is left out.
const CFGBlock *Flow::behind(const Stmt *S) const {
  const Stmt *Around = parent(S);
  if (!Around)
    return &Graph->getExit();
  const Stmt *Next = nullptr;
  if (const auto *B = dyn_cast<CompoundStmt>(Around)) {
    for (auto One = std::next(llvm::find(B->body(), S)); One != B->body_end(); ++One)
      if (const CFGBlock *To = begin(*One))
        return To;
  } else if (const auto *L = dyn_cast<ForStmt>(Around)) {
    Next = L->getInc() ? L->getInc() : L->getCond() ? L->getCond() : L->getBody();
  } else {
    Next = isa<WhileStmt, DoStmt>(Around) ? kernel::conditionOf(Around) : nullptr;
  }
  const CFGBlock *To = Next ? begin(Next) : nullptr;
  return To ? To : behind(Around);
}

BlockSet Flow::without(const Stmt *S) const {
  std::set<const CFGBlock *> Ways = {behind(S)};
  const CFGBlock *First = begin(S);
  walk(S, [&](const Stmt *X) {
    if (const CFGBlock *B = find(X).Block; B && leaves(X, S))
      Ways.insert(B->succ_begin(), B->succ_end());
    return true;
  });
  const Loop *Level = Reducible && First ? loopOf(First) : nullptr;
  while (Level && Level->Header == First && isa<ForStmt, WhileStmt, DoStmt>(S))
    Level = Level->Parent;
  return spread(std::move(Ways), Level);
}

} // namespace persistify::kernel
