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
#include "persistify/Debug.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

#define DEBUG_TYPE "pst-kernel"

using namespace clang;

namespace persistify::kernel {

namespace {

/// Which variables may differ between work-items, by their numbers.
using VariableSet = llvm::BitVector;

class Pass {
public:
  Pass(UniformAnalysis &All, const FunctionDecl *F, const std::set<unsigned> &Params, UniformResult &Out)
      : All(All), F(F), Graph(All.tree().flow(F)), Out(Out), Barriers(F, All), Uneven(Graph.size()) {
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (!Params.count(I))
        Out.Varying.insert(F->getParamDecl(I));
  }

  void run() {
    VariableSet Begin;
    for (const VarDecl *V : Out.Varying)
      set(Begin, V);
    alwaysVarying();
    if (Graph.complete()) {
      States[Graph.entry()] = Begin;
      do {
        Changed = false;
        for (const CFGBlock *B : Graph.blocks())
          block(B, B == Graph.entry() ? Begin : VariableSet());
      } while (Changed);
    } else {
      Out.ReturnUniform = false;
    }
    check();
  }

private:
  static bool isPrivate(const VarDecl *V) {
    return V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
  }

  /// Variables that may change at any time, as far as is seen here.
  void alwaysVarying() {
    walk(F->getBody(), [&](const Stmt *S) {
      const auto *U = dyn_cast<UnaryOperator>(S);
      const auto *B = dyn_cast<BinaryOperator>(S);
      if (U && U->getOpcode() == UO_AddrOf) {
        if (const VarDecl *V = variableOf(U->getSubExpr()); V && isPrivate(V) && !V->getType()->isEventT())
          Always.insert(V);
      } else if ((U && U->isIncrementDecrementOp()) || (B && B->isAssignmentOp())) {
        // A store through a private pointer.
        const Expr *L = U ? U->getSubExpr() : B->getLHS();
        if (const VarDecl *V = variableOf(L); !V || !isPrivate(V))
          for (const VarDecl *O : All.accesses().roots(F, L).Objects)
            if (isPrivate(O))
              Always.insert(O);
      }
      return true;
    });
    // What a called function stores to arrays of ours is not followed.
    for (const MemoryAccess &A : All.accesses().of(F).Accesses)
      if (A.Writes && isa_and_nonnull<CallExpr, AtomicExpr>(A.E))
        for (const VarDecl *V : A.Where.Objects)
          if (isPrivate(V) && !F->getASTContext().getBaseElementType(V->getType())->isEventT())
            Always.insert(V);
    Out.Varying.insert(Always.begin(), Always.end());
  }

  // ---- which values are uniform ----

  bool uniform(const Expr *E) {
    if (!E)
      return true;
    E = E->IgnoreParens();
    if (isa<UnaryExprOrTypeTraitExpr, DeclRefExpr>(E)) // an object itself; what it holds is loaded
      return true;
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
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isAssignmentOp())
        return (!B->isCompoundAssignmentOp() || load(B->getLHS(), B)) && uniform(B->getRHS());
      if (B->getOpcode() == BO_Comma)
        return uniform(B->getRHS());
    }
    for (const Stmt *Child : E->children())
      if (const auto *X = dyn_cast_or_null<Expr>(Child); X && !uniform(X))
        return false;
    return true;
  }

  /// The value of the lvalue \p L, read by \p At.
  bool load(const Expr *L, const Expr *At) {
    if (VaryingAt.count(At) || !address(L))
      return false;
    auto [It, New] = Shared.try_emplace(At, false);
    if (New)
      It->second = Graph.complete() && Graph.find(At).Block && shared(At, rootsOf(L, At));
    return It->second;
  }

  const Roots &rootsOf(const Expr *L, const Expr *At) {
    auto [It, New] = LoadsFrom.try_emplace(At);
    if (New)
      It->second = All.accesses().roots(F, L);
    return It->second;
  }

  /// Whether memory that items share holds the same for all of a group at \p At.
  bool shared(const Expr *At, const Roots &R) {
    if (R.Unknown)
      return false;
    for (const VarDecl *V : R.Objects)
      if (V->getType().getAddressSpace() == LangAS::opencl_local && !local(At, R))
        return false;
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

  // ---- the flow of values ----

  void set(VariableSet &S, const VarDecl *V, bool Varies = true) {
    const unsigned N = Numbers.try_emplace(V, Numbers.size()).first->second;
    if (N >= S.size())
      S.resize(N + 1);
    S[N] = Varies;
    if (Varies)
      Out.Varying.insert(V);
  }
  bool varies(const VariableSet &S, const VarDecl *V) const {
    auto It = Numbers.find(V);
    return Always.count(V) || (It != Numbers.end() && It->second < S.size() && S[It->second]);
  }
  bool uneven(const CFGBlock *B) const { return Uneven.test(B->getBlockID()); }

  void block(const CFGBlock *B, VariableSet S) {
    for (const CFGBlock *Before : B->preds())
      if (auto It = States.find(Before); Before && It != States.end())
        S |= It->second;
    for (const CFGElement &Element : *B)
      if (auto X = Element.getAs<CFGStmt>())
        step(X->getStmt(), S, B);
    if (VariableSet &Known = States[B]; Known != S) {
      Known = std::move(S);
      Changed = true;
    }
    if (llvm::is_contained(Graph.branches(), B) && !Differing.count(B))
      if (const Expr *E = Flow::chosenBy(B); !E || !uniform(E)) {
        Differing.insert(B);
        const CFGBlock *To = *B->succ_begin();
        if (const Stmt *Jump = To ? To->getTerminatorStmt() : nullptr;
            !isa_and_nonnull<GotoStmt>(Jump) || !planted("jumps-by-all"))
          Uneven |= Graph.influence(B);
        Changed = true;
      }
  }

  void step(const Stmt *S, VariableSet &Now, const CFGBlock *B) {
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit() && isPrivate(V))
          set(Now, V, !uniform(V->getInit()) || uneven(B));
      return;
    }
    if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      if (R->getRetValue() && (uneven(B) || !uniform(R->getRetValue())))
        Out.ReturnUniform = false;
      return;
    }
    const auto *K = dyn_cast<CastExpr>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    const auto *O = dyn_cast<BinaryOperator>(S);
    const auto *C = dyn_cast<CallExpr>(S);
    if (K && K->getCastKind() == CK_LValueToRValue) {
      read(K->getSubExpr(), K, Now);
    } else if (U && U->isIncrementDecrementOp()) {
      read(U->getSubExpr(), U, Now);
      assign(U->getSubExpr(), uniform(U), Now, B);
    } else if (O && O->isAssignmentOp()) {
      if (O->isCompoundAssignmentOp())
        read(O->getLHS(), O, Now);
      assign(O->getLHS(), uniform(O), Now, B);
    } else if (C && builtinOf(C) == Builtin::VLoad) {
      read(C->getArg(C->getNumArgs() - 1), C, Now);
    }
  }

  void read(const Expr *L, const Expr *At, const VariableSet &Now) {
    if (!VaryingAt.count(At) &&
        llvm::any_of(rootsOf(L, At).Objects, [&](const VarDecl *V) { return isPrivate(V) && varies(Now, V); }))
      VaryingAt.insert(At);
  }

  void assign(const Expr *L, bool Uniform, VariableSet &Now, const CFGBlock *B) {
    const VarDecl *V = variableOf(L);
    if (!V || !isPrivate(V))
      return;
    if (!Uniform || (uneven(B) && !planted("set-by-some")) || !address(L))
      set(Now, V);
    else if (isa<DeclRefExpr>(L->IgnoreParens()) && !planted("values-stay"))
      set(Now, V, false);
  }

  // ---- barriers and exits ----

  /// Whether \p G only leaves statements, towards what follows them, and no collective lies on the way.
  bool leavesForward(const GotoStmt *G) {
    const LabelStmt *To = G->getLabel()->getStmt();
    const unsigned From = Number[G], End = Number[To];
    bool Out = false;
    walk(F->getBody(), [&](const Stmt *S) {
      if (const auto *B = dyn_cast<CompoundStmt>(S))
        Out |= llvm::is_contained(B->body(), To) && Graph.within(G, B);
      return true;
    });
    for (const Stmt *Loop : Loops) // the others of the group go on with rounds of it
      if (All.tree().hasCollective(Loop) && Graph.within(G, Loop) && !Graph.within(To, Loop))
        return false;
    return Out && From < End &&
           llvm::none_of(Collectives, [&](const Expr *C) { return Number[C] > From && Number[C] < End; });
  }

  void problem(Diag D, const Stmt *S, std::string What) {
    if (llvm::none_of(Out.Problems, [&](const UniformResult::Problem &X) { return X.D == D && X.S == S; }))
      Out.Problems.push_back({D, S, std::move(What)});
  }

  void check() {
    walk(F->getBody(), [&](const Stmt *S) {
      Number[S] = Number.size();
      if (isa<ForStmt, WhileStmt, DoStmt>(S))
        Loops.push_back(S);
      if (All.tree().isCollectiveCall(S))
        Collectives.push_back(cast<Expr>(S));
      return true;
    });
    for (const CFGBlock *B : Differing)
      if (const Expr *C = Flow::conditionOf(B))
        Out.Differing.insert(C);
    if (Collectives.empty())
      return;
    walk(F->getBody(), [&](const Stmt *S) {
      if (isa<ReturnStmt, BreakStmt, ContinueStmt>(S))
        exit(S);
      if (const auto *G = dyn_cast<GotoStmt>(S); G && (!leavesForward(G) || planted("no-forward-jumps")))
        problem(Diag::KernelGotoLoop, G, G->getLabel()->getName().str());
      return true;
    });
    for (const Expr *E : Collectives)
      collective(E);
  }

  /// The jump \p S. If a collective stands behind it, in what it leaves, all items have to come to it, or none: that is what
  /// copies are written for, even where nobody comes to the collective from there.
  void exit(const Stmt *S) {
    const CFGBlock *B = Graph.find(S).Block;
    if (!B || !skips(S) || !Graph.complete())
      return;
    if (uneven(B) && !planted("jumps-by-ways"))
      problem(Diag::KernelDivergentExit, S, isa<ReturnStmt>(S) ? "return" : isa<BreakStmt>(S) ? "break" : "continue");
    Out.Exits.insert(S);
    for (const CFGBlock *Branch : Graph.branches())
      if (const Expr *C = Flow::conditionOf(Branch); C && Graph.influences(Branch, B))
        Out.Controls.insert(C);
  }
  bool skips(const Stmt *S) {
    auto after = [&](const Stmt *Within) {
      return llvm::any_of(Collectives,
                          [&](const Expr *E) { return Number[E] > Number[S] && (!Within || Graph.within(E, Within)); });
    };
    if (isa<ReturnStmt>(S))
      return after(nullptr) ||
             llvm::any_of(Loops, [&](const Stmt *L) { return Graph.within(S, L) && All.tree().hasCollective(L); });
    const Stmt *Around = S;
    while (!isa<ForStmt, WhileStmt, DoStmt>(Around) && !(isa<BreakStmt>(S) && isa<SwitchStmt>(Around)))
      Around = Graph.parent(Around);
    return isa<BreakStmt>(S) && !isa<SwitchStmt>(Around) ? All.tree().hasCollective(Around) : after(Around);
  }

  void collective(const Expr *E) {
    const CFGBlock *At = Graph.find(E).Block;
    if (!Graph.complete() || !At)
      problem(Diag::KernelDivergentBarrier, E, "the ways to it are not known");
    for (const CFGBlock *Branch : Graph.branches()) {
      const bool Influences = At && Graph.influences(Branch, At);
      if (const Expr *C = Flow::conditionOf(Branch); C && Influences)
        Out.Controls.insert(C);
      if (Differing.count(Branch) && (Influences || isUnder(E, Graph.owner(Branch))))
        differs(E, Branch);
    }
    const auto *C = cast<CallExpr>(E);
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

  /// Whether \p E is a part of what the statement \p S decides about. All may come to it all the same, from one case to the
  /// next: that is not what copies are written for.
  bool isUnder(const Expr *E, const Stmt *S) {
    const Expr *Cond = isa<Expr>(S) ? nullptr : conditionOf(S);
    return Cond && Graph.within(E, S) && !Graph.within(E, Cond) && !planted("cases-meet");
  }

  /// Items go on in different ways from \p Branch, and not all, or not equally often, come to \p E: it is a part of what
  /// the branch decides about, or jumps there, which are told, lead past it.
  void differs(const Expr *E, const CFGBlock *Branch) {
    const Stmt *Owner = Graph.owner(Branch);
    const bool Told = llvm::any_of(Out.Problems, [&](const UniformResult::Problem &X) {
      return X.D != Diag::KernelDivergentBarrier && Graph.within(X.S, Owner);
    });
    if (!Told || Graph.within(E, Owner))
      problem(Diag::KernelDivergentBarrier, E, "its condition may differ between work-items");
  }

  UniformAnalysis &All;
  const FunctionDecl *F;
  const Flow &Graph;
  UniformResult &Out;
  Intervals Barriers;
  std::set<const VarDecl *> Always;
  std::map<const VarDecl *, unsigned> Numbers;
  std::map<const CFGBlock *, VariableSet> States; ///< at their ends
  std::set<const Expr *> VaryingAt; ///< reads of private variables that may differ
  std::set<const CFGBlock *> Differing; ///< branches that items leave in different ways
  BlockSet Uneven; ///< not executed equally often by all
  std::map<const Expr *, Roots> LoadsFrom;
  std::map<const Expr *, bool> Shared;
  bool Changed = false;
  std::map<const Stmt *, unsigned> Number;
  std::vector<const Expr *> Collectives;
  std::vector<const Stmt *> Loops;
};

} // namespace

const UniformResult &UniformAnalysis::analyze(const FunctionDecl *F, const std::set<unsigned> &UniformParams) {
  auto Key = std::make_pair(F, UniformParams);
  auto It = Cache.find(Key);
  if (It != Cache.end())
    return It->second;
  UniformResult R;
  Pass(*this, F, UniformParams, R).run();
  LLVM_DEBUG({
    llvm::dbgs() << "uniformity of " << F->getName() << ": what is returned " << (R.ReturnUniform ? "is" : "is not");
    for (const VarDecl *V : R.Varying)
      llvm::dbgs() << ", " << V->getName() << " is not";
    llvm::dbgs() << "\n";
  });
  return Cache[Key] = std::move(R);
}

const UniformResult &UniformAnalysis::kernel(const FunctionDecl *F) {
  std::set<unsigned> All;
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    All.insert(I);
  return analyze(F, All);
}

} // namespace persistify::kernel
