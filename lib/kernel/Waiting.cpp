//===- lib/kernel/Waiting.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Waiting.h"
#include "Retries.h"
#include "Rounds.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::kernel {
namespace {

/// How a value changes from one round of a loop to the next.
enum class Effect {
  None,     ///< it does not
  Progress, ///< by the loop's own work
  Wait,     ///< only when another work-item writes memory
};

Effect join(Effect A, Effect B) {
  if (A == Effect::Progress || B == Effect::Progress)
    return Effect::Progress;
  return A == Effect::Wait || B == Effect::Wait ? Effect::Wait : Effect::None;
}

/// Which memory of a function's parameters the kernel writes somewhere.
using WrittenParams = std::map<const FunctionDecl *, std::set<unsigned>>;

class LoopCheck {
public:
  LoopCheck(const FunctionDecl *F, const Stmt *Loop, const CallTree &Tree, AccessAnalysis &Accesses,
            const WrittenParams &Written)
      : F(F), Loop(Loop), Tree(Tree), Accesses(Accesses), Written(Written), Graph(Tree.flow(F)),
        In(Graph.isTangled(Loop) ? nullptr : Graph.loop(Loop)) {
    if (!In)
      return;
    Round.emplace(Graph, *In);
    Retry.emplace(F->getASTContext(), Graph, *In);
    collect();
  }

  bool waits() {
    if (Graph.isTangled(Loop)) // for all that is known
      return looks(Loop);
    if (!In || !endsByMemory())
      return false;
    bool AnyWait = false;
    for (const CFGBlock *B : Round->deciding())
      AnyWait |= hasWait(Flow::chosenBy(B));
    Ends = comesToEnd();
    const bool Waits = AnyWait && (!Ends || onlyPolls());
    return Waits || Steps > MostSteps; // for all that is known
  }

  /// Whether it may go on for ever if the compiler reads what it waits for once.
  bool readsOnce() const { return !Ends && Plain && !hasFence(Loop); }

private:
  /// What decides whether an assignment is executed in a round.
  struct Guard {
    Rounds::Guard By;
    std::optional<bool> Assigns; ///< whether its other ways assign something that its condition is computed from
  };
  struct Assignment {
    const Expr *Value; ///< null: changed by one
    bool Self;         ///< the old value takes part
    const CFGBlock *At;
  };

  void collect() {
    for (const Flow::Definition &D : Graph.definitions())
      if (In->has(D.At.Block) && D.V->getInit() == D.Value)
        Assigned[D.V].push_back({D.Value, false, D.At.Block});
    for (const MemoryAccess &A : Accesses.of(F).Accesses) {
      const CFGBlock *At = A.E && A.Writes ? Graph.find(A.E).Block : nullptr;
      if (!At || !In->has(At))
        continue;
      const auto *B = dyn_cast<BinaryOperator>(A.E);
      const auto *U = dyn_cast<UnaryOperator>(A.E);
      if (B || U)
        OwnStores.push_back(A.Address);
      std::set<const VarDecl *> To = A.Where.Objects;
      if (A.Where.Unknown)
        walk(F->getBody(), [&](const Stmt *S) {
          const auto *Of = dyn_cast<UnaryOperator>(S);
          if (const VarDecl *V = Of && Of->getOpcode() == UO_AddrOf ? variableOf(Of->getSubExpr()) : nullptr)
            To.insert(V);
          return true;
        });
      const bool Direct = (B || U) && variableOf(A.Address);
      for (const VarDecl *V : To)
        if (isPrivate(V) && (Direct || !planted("values-by-pointers")))
          Assigned[V].push_back({B ? B->getRHS() : U ? nullptr : A.E, U || A.Reads, At});
    }
  }

  /// Whether the loop's own work makes \p E become \p Value.
  bool becomes(const Expr *E, bool Value) {
    E = E->IgnoreParenImpCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
      return becomes(U->getSubExpr(), !Value);
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp()) {
      bool L = becomes(B->getLHS(), Value), R = becomes(B->getRHS(), Value);
      // One false operand is enough for &&, one true operand for ||.
      bool OneIsEnough = (B->getOpcode() == BO_LAnd) != Value;
      return OneIsEnough ? L || R : L && R;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Comma)
      return becomes(B->getRHS(), Value);
    return change(E) == Effect::Progress;
  }

  /// Whether the loop's own work brings it to an end, whatever others leave in memory.
  bool comesToEnd() {
    return Round->comesToEnd([&](const CFGBlock *B, unsigned Way) {
      const Expr *Cond = Flow::chosenBy(B);
      // Of two ways the first is that of a condition that holds.
      return Cond && (isa_and_nonnull<SwitchStmt>(B->getTerminatorStmt()) ? change(Cond) == Effect::Progress
                                                                          : becomes(Cond, Way == 0));
    });
  }

  // ---- how values change ----

  Effect change(const Expr *E) {
    if (!E)
      return Effect::None;
    if (++Steps > MostSteps)
      return Effect::Progress;
    E = E->IgnoreParens();
    if (isa<UnaryExprOrTypeTraitExpr>(E))
      return Effect::None;
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      return V ? variable(V) : Effect::None;
    }
    if (const auto *K = dyn_cast<CastExpr>(E); K && K->getCastKind() == CK_LValueToRValue)
      return load(K->getSubExpr());
    if (isAtomicCall(E))
      return atomic(E);
    if (const auto *C = dyn_cast<CallExpr>(E))
      return call(C);
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Assign) {
      if (const VarDecl *V = variableOf(B->getLHS()))
        return join(variable(V), change(B->getRHS()));
      return change(B->getRHS());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return load(U->getSubExpr());
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf && isa<DeclRefExpr>(U->getSubExpr()->IgnoreParens()))
      return Effect::None; // whatever is there
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && Retry->testsSuccess(B))
      return Effect::Progress;
    Effect R = Effect::None;
    for (const Stmt *Child : E->children())
      if (const auto *X = dyn_cast_or_null<Expr>(Child))
        R = join(R, change(X));
    return R;
  }

  Effect variable(const VarDecl *V) {
    auto It = Assigned.find(V);
    if (Frozen.count(V) || It == Assigned.end())
      return Effect::None;
    if (Visiting.count(V)) {
      SelfSeen.insert(V);
      Hits.insert(V);
      return Effect::None;
    }
    auto Known = Memo.find(V);
    if (Known != Memo.end() && Frozen.empty())
      return Known->second;
    Visiting.insert(V);
    Effect All = Effect::None;
    for (const Assignment &A : It->second) {
      SelfSeen.erase(V);
      // What a compare-and-swap has found is as good as its result.
      Effect Value = !A.Value ? Effect::None : A.Self && isAtomicCall(A.Value) ? Effect::Progress : change(A.Value);
      bool Self = A.Self || SelfSeen.count(V);
      for (Guard &G : guards(A.At))
        if (waitsBefore(V, G))
          Value = Value == Effect::Progress ? Effect::Wait : join(Value, Effect::Wait);
      // v = f(v): an induction, unless what is mixed in is what it waits for.
      if (Self && Value == Effect::None)
        Value = Effect::Progress;
      All = join(All, Value);
    }
    SelfSeen.erase(V);
    Visiting.erase(V);
    if (Visiting.empty())
      Memo[V] = All;
    return All;
  }

  /// Whether an assignment of \p V comes only when memory has changed. That holds
  /// too when what was read there decides whether the next round reads another
  /// cell: it looks at the same one until then.
  bool waitsBefore(const VarDecl *V, Guard &G) {
    std::set<const VarDecl *> Before;
    std::swap(Before, Hits);
    if (!G.Assigns)
      G.Assigns = assigns(G.By.Others, G.By.Cond);
    bool Freezes = !*G.Assigns && Frozen.insert(V).second;
    bool Waits = change(G.By.Cond) == Effect::Wait ||
                 llvm::any_of(Hits, [&](const VarDecl *Hit) { return Hit != V && fromMemory(Hit); });
    if (Freezes)
      Frozen.erase(V);
    Hits.insert(Before.begin(), Before.end());
    return Waits;
  }
  std::vector<Guard> &guards(const CFGBlock *B) {
    auto [It, New] = Guards.try_emplace(B);
    if (New)
      for (Rounds::Guard &G : Round->guards(B))
        It->second.push_back({std::move(G), std::nullopt});
    return It->second;
  }
  llvm::ArrayRef<Assignment> assignments(const VarDecl *V) const {
    auto It = Assigned.find(V);
    return It == Assigned.end() ? llvm::ArrayRef<Assignment>() : llvm::ArrayRef<Assignment>(It->second);
  }
  /// Whether \p Blocks assign something that \p Cond is computed from.
  bool assigns(const BlockSet &Blocks, const Expr *Cond) {
    std::set<const VarDecl *> From;
    std::vector<const Stmt *> Work = {Cond};
    while (!Work.empty()) {
      const Stmt *Next = Work.back();
      Work.pop_back();
      walk(Next, [&](const Stmt *X) {
        const auto *R = dyn_cast<DeclRefExpr>(X);
        const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
        if (V && From.insert(V).second)
          for (const Assignment &A : assignments(V))
            if (A.Value)
              Work.push_back(A.Value);
        return true;
      });
    }
    return llvm::any_of(From, [&](const VarDecl *V) {
      return llvm::any_of(assignments(V), [&](const Assignment &A) { return Blocks.test(A.At->getBlockID()); });
    });
  }
  bool fromMemory(const VarDecl *V) {
    return llvm::any_of(assignments(V), [&](const Assignment &A) { return A.Value && looks(A.Value); });
  }
  /// Whether what decides when the loop is left may come from what another work-item writes. This
  /// takes a moment, all else may take long where many variables depend on each other.
  bool endsByMemory() {
    std::vector<const Stmt *> Work;
    for (const CFGBlock *B : Round->deciding())
      Work.push_back(Flow::chosenBy(B));
    std::set<const VarDecl *> Met;
    while (!Work.empty()) {
      const Stmt *Next = Work.back();
      Work.pop_back();
      if (!Next)
        continue;
      if (looks(Next))
        return true;
      walk(Next, [&](const Stmt *S) {
        const auto *R = dyn_cast<DeclRefExpr>(S);
        const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
        if (V && Met.insert(V).second)
          for (const Assignment &A : assignments(V)) {
            Work.push_back(A.Value);
            for (const Guard &G : guards(A.At))
              Work.push_back(G.By.Cond);
          }
        return true;
      });
    }
    return false;
  }
  /// Whether \p S may read what another work-item writes.
  bool looks(const Stmt *Of) {
    return anyOf(Of, [&](const Stmt *S) {
      const auto *E = dyn_cast<Expr>(S);
      if (!E)
        return false;
      if (const auto *K = dyn_cast<CastExpr>(E); K && K->getCastKind() == CK_LValueToRValue)
        return !isPrivate(K->getSubExpr()) && written(K->getSubExpr());
      const auto *C = dyn_cast<CallExpr>(E);
      return isAtomicCall(E) || isAtomic(builtinOf(E)) || builtinOf(E) == Builtin::VLoad || (C && calleeWithBody(C));
    });
  }

  Effect load(const Expr *L) {
    if (const VarDecl *V = variableOf(L); V && !V->hasGlobalStorage()) {
      Effect R = variable(V);
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(L->IgnoreParens()))
        R = join(R, change(A->getIdx()));
      return R;
    }
    Effect Address = addressChange(L);
    if (Address != Effect::None)
      return Address;
    if (!written(L))
      return Effect::None;
    return ownStore(L) ? Effect::Progress : waitFor(L);
  }

  Effect addressChange(const Expr *L) {
    Effect R = Effect::None;
    size_t Before = SelfSeen.size();
    for (const Stmt *Child : L->IgnoreParens()->children())
      if (const auto *X = dyn_cast_or_null<Expr>(Child))
        R = join(R, change(X));
    // The address follows the variable that is being computed: a chain.
    if (SelfSeen.size() > Before)
      R = Effect::Progress;
    return R;
  }

  /// Whether another work-item may change the memory of \p L while the kernel runs.
  bool written(const Expr *L) {
    auto [It, New] = WrittenMemo.try_emplace(L, false);
    if (New)
      It->second = isWritten(L);
    return It->second;
  }
  bool isWritten(const Expr *L) {
    // An lvalue, or a pointer to one.
    const QualType T = L->isGLValue() || !L->getType()->isPointerType() ? L->getType() : L->getType()->getPointeeType();
    if (T.isVolatileQualified() && T.getAddressSpace() == LangAS::opencl_global)
      return true;
    Roots R = Accesses.roots(F, L);
    if (R.Unknown)
      return true;
    for (const VarDecl *V : R.Objects)
      if (V->hasGlobalStorage() && V->getType().getAddressSpace() == LangAS::opencl_global)
        return true;
    auto It = Written.find(F);
    for (unsigned P : R.Params) {
      // Local memory is the work-group's own business.
      LangAS Space = F->getParamDecl(P)->getType()->getPointeeType().getAddressSpace();
      if (Space == LangAS::opencl_local || Space == LangAS::opencl_constant || Space == LangAS::opencl_private)
        continue;
      if (It != Written.end() && It->second.count(P))
        return true;
    }
    return false;
  }

  /// Whether the loop itself stores to exactly this place.
  bool ownStore(const Expr *L) {
    llvm::FoldingSetNodeID Id;
    L->IgnoreParens()->Profile(Id, F->getASTContext(), /*Canonical=*/true);
    return llvm::any_of(OwnStores, [&](const Expr *S) {
      llvm::FoldingSetNodeID Other;
      S->IgnoreParens()->Profile(Other, F->getASTContext(), true);
      return Id == Other;
    });
  }

  Effect atomic(const Expr *E) {
    const AtomicCall A(E);
    if (change(A.Args[0]) == Effect::Progress)
      return Effect::Progress; // another cell in each round
    if (!sharedGlobal(A.Args[0]))
      return Effect::Progress; // local memory
    if (A.swapsIfEqual()) // what was there is a matter of others, whether it is swapped need not be
      return !A.givesValue() && Retry->succeeds(E) ? Effect::Progress : Effect::Wait;
    const int Way = direction(A);
    // Its own counting may bring about what it looks for, but where each round takes it back.
    return Way && !anyOf(Loop,
                         [&](const Stmt *S) {
                           const auto *X = dyn_cast<Expr>(S);
                           if (!X || !isAtomicCall(X))
                             return false;
                           const AtomicCall Other(X);
                           return direction(Other) != Way && !isLoad(Other) &&
                                  Retry->sameCell(Other.Args[0], A.Args[0]);
                         })
               ? Effect::Progress
               : Effect::Wait;
  }

  static bool isLoad(const AtomicCall &A) { return llvm::StringRef(A.Name).contains("load"); }
  /// 1: counts up, -1: counts down, 0: neither, as far as that is seen.
  int direction(const AtomicCall &A) const {
    const llvm::StringRef N = A.Name;
    if (N.ends_with("_inc") || N.ends_with("_dec"))
      return N.ends_with("_inc") ? 1 : -1;
    const bool Adds = N.contains("add"), Subtracts = N.contains("sub");
    Expr::EvalResult V;
    if ((!Adds && !Subtracts) || A.Args.size() < 2 || !A.Args[1]->EvaluateAsInt(V, F->getASTContext()) ||
        V.Val.getInt() == 0)
      return 0;
    return V.Val.getInt().isNegative() == Adds ? -1 : 1;
  }

  bool sharedGlobal(const Expr *Pointer) {
    QualType T = Pointer->getType();
    if (T->isPointerType()) {
      LangAS Space = T->getPointeeType().getAddressSpace();
      if (Space == LangAS::opencl_local || Space == LangAS::opencl_private)
        return false;
    }
    return true;
  }

  Effect call(const CallExpr *C) {
    Effect Args = Effect::None;
    for (const Expr *A : C->arguments())
      Args = join(Args, change(A));
    if (Args != Effect::None)
      return Args;
    if (builtinOf(C) == Builtin::VLoad)
      return written(C->getArg(C->getNumArgs() - 1)) ? waitFor(C->getArg(C->getNumArgs() - 1)) : Effect::None;
    const FunctionDecl *G = calleeWithBody(C);
    if (!G)
      return Effect::None;
    for (const MemoryAccess &A : Accesses.of(G).Accesses) {
      if (!A.Reads || (A.Where.Params.empty() && !A.Where.Unknown))
        continue;
      if (A.Atomic)
        return Effect::Wait;
      if (A.Where.Unknown)
        return waitFor(A.Address);
      for (unsigned P : A.Where.Params)
        if (P < C->getNumArgs() && C->getArg(P)->getType()->isPointerType() && written(C->getArg(P)))
          return waitFor(A.Address);
    }
    return Effect::None;
  }

  /// The value at an address (an lvalue, or a pointer to it) ends the loop.
  Effect waitFor(const Expr *Address) {
    QualType T = Address->getType();
    Plain |= !T.isVolatileQualified() && !(T->isPointerType() && T->getPointeeType().isVolatileQualified());
    return Effect::Wait;
  }

  bool hasFence(const Stmt *S) const {
    auto IsFence = [](Builtin B) { return B == Builtin::Fence || isCollective(B); };
    return anyOf(S, [&](const Stmt *X) {
      const auto *C = dyn_cast<CallExpr>(X);
      const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
      return G ? Tree.has(G, IsFence) : C && IsFence(builtinOf(C));
    });
  }

  /// Whether the loop does nothing but look: then its own exit only gives up, and
  /// must not do so because the group that it waits for comes later.
  bool onlyPolls() {
    // What it does when it leaves, it does once: that is not in the loop.
    for (const CFGBlock *B : Graph.blocks())
      if (In->has(B))
        for (const CFGElement &Element : *B)
          if (auto S = Element.getAs<CFGStmt>())
            if (const auto *E = dyn_cast<Expr>(S->getStmt()); E && worksHere(E))
              return false;
    return true;
  }
  bool worksHere(const Expr *E) {
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
      return !isPrivate(B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return !isPrivate(U->getSubExpr());
    if (const auto *K = dyn_cast<CastExpr>(E); K && K->getCastKind() == CK_LValueToRValue)
      return !isPrivate(K->getSubExpr()) && change(K) != Effect::Wait;
    const auto *C = dyn_cast<CallExpr>(E);
    if (!C && !isa<AtomicExpr>(E))
      return false;
    Builtin B = builtinOf(E);
    if (isAtomicCall(E) && Retry->succeeds(E))
      return true;
    if (isAtomic(B) || (C && calleeWithBody(C)))
      return change(E) != Effect::Wait;
    return B != Builtin::Fence && B != Builtin::Other && !isIdQuery(B);
  }
  static bool isPrivate(const Expr *L) {
    const VarDecl *V = variableOf(L);
    return V && isPrivate(V);
  }
  static bool isPrivate(const VarDecl *V) {
    return V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
  }

  // ---- exits ----

  bool hasWait(const Expr *E) {
    return E && anyOf(E, [&](const Stmt *S) {
             const auto *X = dyn_cast<Expr>(S);
             return X && change(X) == Effect::Wait;
           });
  }

  const FunctionDecl *F;
  const Stmt *Loop;
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  const WrittenParams &Written;
  const Flow &Graph;
  const Flow::Loop *In; ///< null: it has no second round
  std::optional<Retries> Retry;
  std::optional<Rounds> Round;
  std::map<const CFGBlock *, std::vector<Guard>> Guards;
  std::map<const VarDecl *, std::vector<Assignment>> Assigned;
  std::vector<const Expr *> OwnStores;
  std::set<const VarDecl *> Visiting, SelfSeen;
  std::set<const VarDecl *> Hits; ///< met while they were being visited
  std::set<const VarDecl *> Frozen; ///< keep their value until the condition in question holds
  std::map<const VarDecl *, Effect> Memo;
  llvm::DenseMap<const Expr *, bool> WrittenMemo;
  /// Variables that depend on each other are looked at on every way from one to the other; so often at most.
  static constexpr unsigned MostSteps = 1 << 18;
  unsigned Steps = 0;
  bool Plain = false; ///< something awaited is neither volatile nor atomic
  bool Ends = false;  ///< its own work brings about an exit
};

/// Follows the buffers that the kernel writes down into its helpers.
WrittenParams writtenParams(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses) {
  WrittenParams Out;
  Out[Kernel] = Accesses.of(Kernel).Written;
  std::vector<const FunctionDecl *> Order = Tree.below(Kernel);
  for (const FunctionDecl *F : llvm::reverse(Order)) // callers first
    for (const FunctionFacts::Call &C : Tree.facts(F).Calls)
      for (unsigned I = 0; I < C.E->getNumArgs() && I < C.Callee->getNumParams(); ++I) {
        if (!C.E->getArg(I)->getType()->isPointerType())
          continue;
        Roots R = Accesses.roots(F, C.E->getArg(I));
        bool Written = R.Unknown;
        for (unsigned P : R.Params)
          Written |= Out[F].count(P) != 0;
        if (Written)
          Out[C.Callee].insert(I);
      }
  return Out;
}

} // namespace

WaitingLoop findWaitingLoop(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses,
                            const std::set<const Stmt *> &Known) {
  WrittenParams Written = writtenParams(Kernel, Tree, Accesses);
  WaitingLoop Found;
  for (const FunctionDecl *F : Tree.below(Kernel))
    walk(F->getBody(), [&](const Stmt *S) {
      if (isa<ForStmt, WhileStmt, DoStmt>(S) && !Known.count(S)) {
        LoopCheck Check(F, S, Tree, Accesses, Written);
        if (Check.waits() && (!Found.Loop || Check.readsOnce()))
          Found = {S, Check.readsOnce()};
      }
      return !Found.ReadOnce;
    });
  return Found;
}

} // namespace persistify::kernel
