//===- lib/kernel/Uniform.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Uniform.h"
#include "Intervals.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

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

bool UniformAnalysis::hasCollective(const Stmt *S) const {
  return anyOf(S, [&](const Stmt *X) {
    const auto *E = dyn_cast<Expr>(X);
    if (!E)
      return false;
    if (isCollective(builtinOf(E)))
      return true;
    const auto *C = dyn_cast<CallExpr>(E);
    const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
    return G && Tree.has(G, isCollective);
  });
}

namespace {

class Pass {
public:
  Pass(UniformAnalysis &All, const FunctionDecl *F, const std::set<unsigned> &Params, UniformResult &Out)
      : All(All), F(F), Out(Out), Barriers(F, All) {
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (!Params.count(I))
        Out.Varying.insert(F->getParamDecl(I));
  }

  void run() {
    // A variable whose address is taken can change behind our back.
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_AddrOf)
        if (const VarDecl *V = variableOf(U->getSubExpr()); V && isPrivate(V) && !V->getType()->isEventT())
          Out.Varying.insert(V);
      return true;
    });
    varyByCalls();
    number(F->getBody());
    forwardJumps();
    do {
      Changed = false;
      flow(F->getBody(), /*Divergent=*/false);
    } while (Changed);
    check(F->getBody(), {}, nullptr, nullptr);
  }

private:
  static bool isPrivate(const VarDecl *V) {
    return V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
  }

  /// What a called function stores to arrays of ours is not followed.
  void varyByCalls() {
    for (const MemoryAccess &A : All.accesses().of(F).Accesses)
      if (A.Writes && isa_and_nonnull<CallExpr, AtomicExpr>(A.E))
        for (const VarDecl *V : A.Where.Objects)
          if (isPrivate(V) && !F->getASTContext().getBaseElementType(V->getType())->isEventT())
            Out.Varying.insert(V);
  }

  void vary(const VarDecl *V) {
    if (V && Out.Varying.insert(V).second)
      Changed = true;
  }

  // ---- which values are uniform ----

  bool uniform(const Expr *E) {
    if (!E)
      return true;
    E = E->IgnoreParens();
    if (isa<UnaryExprOrTypeTraitExpr>(E))
      return true;
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      return !V || !Out.Varying.count(V);
    }
    if (const auto *K = dyn_cast<CastExpr>(E)) {
      if (K->getCastKind() == CK_LValueToRValue)
        return load(K->getSubExpr(), K);
      return uniform(K->getSubExpr());
    }
    if (isa<AtomicExpr>(E))
      return false;
    if (const auto *C = dyn_cast<CallExpr>(E))
      return call(C);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return load(U->getSubExpr(), U);
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      if (B->isCompoundAssignmentOp() && !load(B->getLHS(), B))
        return false;
      return uniform(B->getRHS());
    }
    for (const Stmt *Child : E->children())
      if (const auto *X = dyn_cast_or_null<Expr>(Child); X && !uniform(X))
        return false;
    return true;
  }

  /// The value of the lvalue \p L, read by \p At.
  bool load(const Expr *L, const Expr *At) {
    if (!address(L))
      return false;
    Roots R = All.accesses().roots(F, L);
    if (R.Unknown)
      return false;
    for (const VarDecl *V : R.Objects) {
      if (V->getType().getAddressSpace() == LangAS::opencl_local) {
        if (!local(At, R))
          return false;
      } else if (Out.Varying.count(V)) {
        return false;
      }
    }
    const FunctionAccess &A = All.accesses().of(F);
    for (unsigned P : R.Params) {
      LangAS Space = F->getParamDecl(P)->getType()->getPointeeType().getAddressSpace();
      if (Space == LangAS::opencl_constant)
        continue;
      if (!F->hasAttr<OpenCLKernelAttr>()) // its caller's memory: not followed
        return false;
      if (Space == LangAS::opencl_local) {
        if (!local(At, R))
          return false;
      } else if (A.Written.count(P)) {
        // Another group may write it at any time, but not past a barrier of all groups.
        if (!All.hasOwnBarriers() || !Barriers.stable(At, R, /*OfGroups=*/true))
          return false;
      }
    }
    return true;
  }

  /// Whether all items of a group read the same from local memory by \p At.
  bool local(const Expr *At, const Roots &R) {
    if (Barriers.stable(At, R))
      return true;
    if (!Barriers.storedByEach(At, R))
      return false;
    Out.StoredByEach.insert(At);
    return true;
  }

  /// Whether all work-items compute the same address for \p L.
  bool address(const Expr *L) {
    L = L->IgnoreParens();
    if (isa<DeclRefExpr>(L))
      return true; // the object itself; its value is judged by the caller
    if (const auto *M = dyn_cast<MemberExpr>(L))
      return M->isArrow() ? uniform(M->getBase()) : address(M->getBase());
    if (const auto *V = dyn_cast<ExtVectorElementExpr>(L))
      return V->isArrow() ? uniform(V->getBase()) : address(V->getBase());
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(L)) {
      const Expr *Base = A->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<CastExpr>(Base);
      bool BaseOk =
          Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? address(Decay->getSubExpr()) : uniform(Base);
      return BaseOk && uniform(A->getIdx());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(L); U && U->getOpcode() == UO_Deref)
      return uniform(U->getSubExpr());
    if (const auto *K = dyn_cast<CastExpr>(L))
      return address(K->getSubExpr());
    return uniform(L);
  }

  bool call(const CallExpr *C) {
    std::set<unsigned> Uniform;
    bool AllArgs = true, Pointers = false;
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      if (uniform(C->getArg(I)))
        Uniform.insert(I);
      else
        AllArgs = false;
      Pointers |= C->getArg(I)->getType()->isPointerType();
    }
    if (const FunctionDecl *G = calleeWithBody(C))
      return All.analyze(G, Uniform).ReturnUniform;
    switch (builtinOf(C)) {
    case Builtin::SizeGlobal:
    case Builtin::IdGroup:
    case Builtin::AsyncCopy: return AllArgs;
    case Builtin::Other: return AllArgs && !Pointers;
    case Builtin::VLoad: return AllArgs && load(C->getArg(C->getNumArgs() - 1), C);
    default: return false;
    }
  }

  // ---- assignments, with the control they stand under ----

  void assign(const Expr *L, bool Uniform, bool Divergent) {
    const VarDecl *V = variableOf(L);
    if (V && isPrivate(V)) {
      if (!Uniform || Divergent || !address(L))
        vary(V);
      return;
    }
    // A store through a private pointer.
    for (const VarDecl *O : All.accesses().roots(F, L).Objects)
      if (isPrivate(O))
        vary(O);
  }

  void flowExpr(const Stmt *S, bool Divergent) {
    if (!S)
      return;
    if (const auto *Q = dyn_cast<AbstractConditionalOperator>(S)) {
      flowExpr(Q->getCond(), Divergent);
      bool D = Divergent || !uniform(Q->getCond());
      flowExpr(Q->getTrueExpr(), D);
      flowExpr(Q->getFalseExpr(), D);
      return;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (B->isLogicalOp()) {
        flowExpr(B->getLHS(), Divergent);
        flowExpr(B->getRHS(), Divergent || !uniform(B->getLHS()));
        return;
      }
      if (B->isAssignmentOp())
        assign(B->getLHS(), uniform(B), Divergent);
    } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
      if (U->isIncrementDecrementOp())
        assign(U->getSubExpr(), true, Divergent);
    }
    for (const Stmt *Child : S->children())
      flowExpr(Child, Divergent);
  }

  /// The texts that a goto passes over: from it to its label.
  void forwardJumps() {
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *G = dyn_cast<GotoStmt>(S))
        Passed.push_back({Number[G], Number[G->getLabel()->getStmt()]});
      return true;
    });
  }
  bool passedOver(const Stmt *S) {
    const unsigned N = Passed.empty() ? 0 : Number[S];
    return !planted("jumps-by-all") && llvm::any_of(Passed, [&](auto P) { return N > P.first && N < P.second; });
  }

  /// Whether \p G only leaves statements, towards what follows them, and no collective lies on the way.
  bool leavesForward(const GotoStmt *G) {
    const LabelStmt *To = G->getLabel()->getStmt();
    const unsigned From = Number[G], End = Number[To];
    bool Out = false;
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *B = dyn_cast<CompoundStmt>(S))
        Out |= llvm::is_contained(B->body(), To) && anyOf(B, [&](const Stmt *X) { return X == G; });
      return true;
    });
    for (const Stmt *Loop : Loops) // the others of the group go on with rounds of it
      if (All.hasCollective(Loop) && !anyOf(Loop, [&](const Stmt *X) { return X == To; }))
        return false;
    return Out && From < End &&
           llvm::none_of(Collectives, [&](const Expr *C) { return Number[C] > From && Number[C] < End; });
  }

  /// \p Divergent: only some items of a group may execute \p S.
  void flow(const Stmt *S, bool Divergent) {
    if (!S)
      return;
    Divergent |= passedOver(S);
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && passedOver(S))
          vary(V); // its scope may go on behind the label
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit()) {
          flowExpr(V->getInit(), Divergent);
          // A declaration starts a new life of the variable: control that only
          // some items take does not matter inside it.
          if (!uniform(V->getInit()))
            vary(V);
        }
      return;
    }
    if (const auto *I = dyn_cast<IfStmt>(S)) {
      flowExpr(I->getCond(), Divergent);
      bool D = Divergent || !uniform(I->getCond());
      flow(I->getThen(), D);
      flow(I->getElse(), D);
      return;
    }
    if (const auto *W = dyn_cast<SwitchStmt>(S)) {
      flowExpr(W->getCond(), Divergent);
      flow(W->getBody(), Divergent || !uniform(W->getCond()) || divergentJump(W));
      return;
    }
    if (isa<ForStmt, WhileStmt, DoStmt>(S)) {
      const Expr *Cond = nullptr;
      const Stmt *Body = nullptr, *Inc = nullptr;
      if (const auto *L = dyn_cast<ForStmt>(S)) {
        flow(L->getInit(), Divergent);
        Cond = L->getCond(), Body = L->getBody(), Inc = L->getInc();
      } else if (const auto *L = dyn_cast<WhileStmt>(S)) {
        Cond = L->getCond(), Body = L->getBody();
      } else {
        Cond = cast<DoStmt>(S)->getCond(), Body = cast<DoStmt>(S)->getBody();
      }
      // Items that leave a loop in different rounds keep different values.
      bool D = Divergent || !uniform(Cond) || divergentJump(S);
      flowExpr(Cond, D);
      flow(Body, D);
      flowExpr(Inc, D);
      return;
    }
    if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      flowExpr(R->getRetValue(), Divergent);
      if (R->getRetValue() && (Divergent || !uniform(R->getRetValue())))
        Out.ReturnUniform = false;
      return;
    }
    if (isa<Expr>(S)) {
      flowExpr(S, Divergent);
      return;
    }
    for (const Stmt *Child : S->children())
      flow(Child, Divergent);
  }

  /// Whether some items may leave \p Loop, or one round of it, earlier than others.
  bool divergentJump(const Stmt *Loop) {
    Around = Loop;
    for (const Stmt *Child : Loop->children())
      if (jumps(Child, /*Under=*/false, /*Break=*/true, /*Continue=*/!isa<SwitchStmt>(Loop)))
        return true;
    return false;
  }
  /// \p Break, \p Continue: whether these belong to the loop in question here.
  bool jumps(const Stmt *S, bool Under, bool Break, bool Continue) {
    if (!S || isa<Expr>(S) || isa<DeclStmt>(S))
      return false;
    Under |= passedOver(S);
    if (isa<BreakStmt>(S))
      return Under && Break;
    if (isa<ContinueStmt>(S))
      return Under && Continue;
    if (isa<ReturnStmt>(S))
      return Under;
    if (const auto *G = dyn_cast<GotoStmt>(S)) // within the round, perhaps
      return Under && !anyOf(Around, [&](const Stmt *X) { return X == G->getLabel()->getStmt(); });
    if (const auto *I = dyn_cast<IfStmt>(S))
      Under |= !uniform(I->getCond());
    else if (const auto *W = dyn_cast<SwitchStmt>(S))
      Under |= !uniform(W->getCond()), Break = false;
    else if (const auto *L = dyn_cast<ForStmt>(S))
      Under |= !uniform(L->getCond()), Break = Continue = false;
    else if (const auto *L = dyn_cast<WhileStmt>(S))
      Under |= !uniform(L->getCond()), Break = Continue = false;
    else if (const auto *L = dyn_cast<DoStmt>(S))
      Under |= !uniform(L->getCond()), Break = Continue = false;
    for (const Stmt *Child : S->children())
      if (jumps(Child, Under, Break, Continue))
        return true;
    return false;
  }

  // ---- barriers and exits ----

  void number(const Stmt *S) {
    walk(S, [&](const Stmt *X) {
      Number[X] = ++Order;
      const auto *E = dyn_cast<Expr>(X);
      if (E && isOwnCollective(E))
        Collectives.push_back(E);
      return true;
    });
  }

  bool isOwnCollective(const Expr *E) const {
    if (isCollective(builtinOf(E)))
      return true;
    const auto *C = dyn_cast<CallExpr>(E);
    const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
    return G && All.tree().has(G, isCollective);
  }

  /// A collective behind \p S in the text and inside \p Within.
  bool collectiveAfter(const Stmt *S, const Stmt *Within) {
    unsigned Last = 0;
    walk(Within, [&](const Stmt *X) {
      Last = std::max(Last, Number[X]);
      return true;
    });
    return llvm::any_of(Collectives, [&](const Expr *C) {
      return Number[C] > Number[S] && Number[C] >= Number[Within] && Number[C] <= Last;
    });
  }

  void problem(Diag D, const Stmt *S, std::string What) { Out.Problems.push_back({D, S, std::move(What)}); }

  using Conditions = std::vector<const Expr *>;

  bool allUniform(const Conditions &Under) {
    return llvm::all_of(Under, [&](const Expr *C) { return uniform(C); });
  }
  void control(const Conditions &Under) { Out.Controls.insert(Under.begin(), Under.end()); }

  void collective(const Expr *E, const Conditions &Under) {
    control(Under);
    const auto *C = cast<CallExpr>(E);
    if (!allUniform(Under))
      problem(Diag::KernelDivergentBarrier, E, "its condition may differ between work-items");
    if (const FunctionDecl *G = calleeWithBody(C)) {
      std::set<unsigned> Uniform;
      for (unsigned I = 0; I < C->getNumArgs(); ++I)
        if (uniform(C->getArg(I)))
          Uniform.insert(I);
      const UniformResult &Inner = All.analyze(G, Uniform);
      Out.Problems.insert(Out.Problems.end(), Inner.Problems.begin(), Inner.Problems.end());
      for (unsigned I = 0; I < C->getNumArgs(); ++I)
        if (Uniform.count(I))
          Out.Controls.insert(C->getArg(I));
      return;
    }
    for (const Expr *Arg : C->arguments()) {
      Out.Controls.insert(Arg);
      if (!uniform(Arg))
        problem(Diag::KernelDivergentBarrier, E, "its arguments may differ between work-items");
    }
  }

  /// An exit that can skip a barrier must be taken by all items or by none.
  void exit(const Stmt *S, const Conditions &Under, bool Skips, llvm::StringRef What) {
    if (!Skips)
      return;
    control(Under);
    if (!allUniform(Under) || passedOver(S))
      problem(Diag::KernelDivergentExit, S, What.str());
  }

  /// \p Loop, \p Target: what continue and break of this place belong to.
  void check(const Stmt *S, const Conditions &Under, const Stmt *Loop, const Stmt *Target) {
    if (!S)
      return;
    auto with = [&](const Expr *C) {
      Conditions More = Under;
      if (C)
        More.push_back(C);
      return More;
    };
    if (const auto *I = dyn_cast<IfStmt>(S)) {
      check(I->getCond(), Under, Loop, Target);
      check(I->getThen(), with(I->getCond()), Loop, Target);
      check(I->getElse(), with(I->getCond()), Loop, Target);
    } else if (const auto *W = dyn_cast<SwitchStmt>(S)) {
      check(W->getCond(), Under, Loop, Target);
      check(W->getBody(), with(W->getCond()), Loop, W);
    } else if (const auto *L = dyn_cast<ForStmt>(S)) {
      check(L->getInit(), Under, Loop, Target);
      Conditions In = with(L->getCond());
      check(L->getCond(), In, Loop, Target);
      Loops.push_back(L);
      check(L->getInc(), In, L, L);
      check(L->getBody(), In, L, L);
      Loops.pop_back();
    } else if (const auto *L = dyn_cast<WhileStmt>(S)) {
      Conditions In = with(L->getCond());
      check(L->getCond(), In, Loop, Target);
      Loops.push_back(L);
      check(L->getBody(), In, L, L);
      Loops.pop_back();
    } else if (const auto *L = dyn_cast<DoStmt>(S)) {
      Conditions In = with(L->getCond());
      Loops.push_back(L);
      check(L->getBody(), In, L, L);
      Loops.pop_back();
      check(L->getCond(), In, Loop, Target);
    } else if (isa<ReturnStmt>(S)) {
      check(cast<ReturnStmt>(S)->getRetValue(), Under, Loop, Target);
      bool InLoop = false;
      for (const Stmt *Enclosing : Loops)
        InLoop |= All.hasCollective(Enclosing);
      exit(S, Under, InLoop || collectiveAfter(S, F->getBody()), "return");
    } else if (isa<BreakStmt>(S) && Target) {
      bool IsLoop = !isa<SwitchStmt>(Target);
      exit(S, Under, IsLoop ? All.hasCollective(Target) : collectiveAfter(S, Target), "break");
    } else if (isa<ContinueStmt>(S) && Loop) {
      exit(S, Under, collectiveAfter(S, Loop), "continue");
    } else if (const auto *G = dyn_cast<GotoStmt>(S)) {
      if (!Collectives.empty() && (!leavesForward(G) || planted("no-forward-jumps")))
        problem(Diag::KernelGotoLoop, G, G->getLabel()->getName().str());
    } else if (const auto *Q = dyn_cast<AbstractConditionalOperator>(S)) {
      check(Q->getCond(), Under, Loop, Target);
      check(Q->getTrueExpr(), with(Q->getCond()), Loop, Target);
      check(Q->getFalseExpr(), with(Q->getCond()), Loop, Target);
    } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp()) {
      check(B->getLHS(), Under, Loop, Target);
      check(B->getRHS(), with(B->getLHS()), Loop, Target);
    } else {
      if (const auto *E = dyn_cast<Expr>(S); E && isOwnCollective(E))
        collective(E, Under);
      bool IsUnevaluated = isa<UnaryExprOrTypeTraitExpr>(S);
      if (!IsUnevaluated)
        for (const Stmt *Child : S->children())
          check(Child, Under, Loop, Target);
      return;
    }
  }

  UniformAnalysis &All;
  const FunctionDecl *F;
  UniformResult &Out;
  Intervals Barriers;
  bool Changed = false;
  unsigned Order = 0;
  std::map<const Stmt *, unsigned> Number;
  std::vector<const Expr *> Collectives;
  std::vector<const Stmt *> Loops;
  const Stmt *Around = nullptr; ///< the loop of divergentJump()
  std::vector<std::pair<unsigned, unsigned>> Passed; ///< numbers of jumps and their labels
};

} // namespace

const UniformResult &UniformAnalysis::analyze(const FunctionDecl *F, const std::set<unsigned> &UniformParams) {
  auto Key = std::make_pair(F, UniformParams);
  auto It = Cache.find(Key);
  if (It != Cache.end())
    return It->second;
  UniformResult R;
  Pass(*this, F, UniformParams, R).run();
  return Cache[Key] = std::move(R);
}

const UniformResult &UniformAnalysis::kernel(const FunctionDecl *F) {
  std::set<unsigned> All;
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    All.insert(I);
  return analyze(F, All);
}

} // namespace persistify::kernel
