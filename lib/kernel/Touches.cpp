//===- lib/kernel/Touches.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk over the statements in their order, with the ways in which each of them
// is known to be reached. A statement behind a condition that is not understood is
// not known to be reached.
//
//===----------------------------------------------------------------------===//
#include "Touches.h"
#include "Builtins.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace persistify::kernel {
namespace {

constexpr size_t MostTouches = 600;
constexpr unsigned MostDepth = 4;

/// A place behind a pointer parameter of the kernel.
struct Place {
  unsigned Param = 0;
  Values At;
};

/// Where a value goes: into a variable, or into a store's value; else somebody looks at it.
struct Goes {
  const VarDecl *To = nullptr;
  int Store = -1;
  bool operator<(const Goes &O) const { return std::tie(To, Store) < std::tie(O.To, O.Store); }
};

class Finder {
public:
  Finder(const FunctionDecl *F, Affine &A) : F(F), Ctx(F->getASTContext()), A(A) {}

  std::vector<Touch> run() {
    statement(F->getBody());
    resolve();
    return std::move(Out);
  }

private:
  //===- pointers -----------------------------------------------------------===//

  std::optional<uint64_t> bytes(QualType T) const {
    if (T->isIncompleteType() || T->isFunctionType())
      return std::nullopt;
    return uint64_t(Ctx.getTypeSizeInChars(T).getQuantity());
  }

  std::optional<Place> moved(std::optional<Place> P, const Expr *Index, QualType Element, int Sign = 1) {
    std::optional<uint64_t> Size = bytes(Element);
    if (!P || !Size)
      return std::nullopt;
    Values At;
    for (const Value &X : P->At)
      for (const Value &Y : A.value(Index)) {
        Ways One = both({X.Under}, {Y.Under});
        if (At.size() < 8 && X.P.Terms.size() + Y.P.Terms.size() < 24)
          At.push_back({X.P + Y.P.times(Sign * int64_t(*Size)), One[0]});
      }
    P->At = std::move(At);
    return P;
  }

  std::optional<Place> pointee(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *K = dyn_cast<CastExpr>(E)) {
      switch (K->getCastKind()) {
      case CK_LValueToRValue: {
        const auto *R = dyn_cast<DeclRefExpr>(K->getSubExpr()->IgnoreParens());
        return R && isa<VarDecl>(R->getDecl()) ? pointer(cast<VarDecl>(R->getDecl())) : std::nullopt;
      }
      case CK_BitCast:
      case CK_NoOp:
      case CK_AddressSpaceConversion: return pointee(K->getSubExpr());
      case CK_ArrayToPointerDecay: return lvalue(K->getSubExpr());
      default: return std::nullopt;
      }
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return lvalue(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || !B->getType()->isPointerType() || (B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub))
      return std::nullopt;
    const bool Left = B->getLHS()->getType()->isPointerType();
    return moved(pointee(Left ? B->getLHS() : B->getRHS()), Left ? B->getRHS() : B->getLHS(),
                 B->getType()->getPointeeType(), B->getOpcode() == BO_Sub ? -1 : 1);
  }

  std::optional<Place> pointer(const VarDecl *V) {
    if (!V->getType()->isPointerType())
      return std::nullopt;
    if (auto It = Pointers.find(V); It != Pointers.end())
      return It->second;
    if (A.changes(V))
      return std::nullopt;
    if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
      if (P->getDeclContext() != F || V->getType()->getPointeeType().getAddressSpace() != LangAS::opencl_global)
        return std::nullopt;
      return Place{P->getFunctionScopeIndex(), {{Poly(), {}}}};
    }
    return V->isLocalVarDecl() && !V->isStaticLocal() && V->getInit() ? pointee(V->getInit()) : std::nullopt;
  }

  std::optional<Place> lvalue(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return S->getLHS()->getType()->isPointerType() ? moved(pointee(S->getBase()), S->getIdx(), E->getType())
                                                     : std::nullopt;
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr());
    const auto *M = dyn_cast<MemberExpr>(E);
    const auto *D = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    if (!D || D->isBitField())
      return std::nullopt;
    std::optional<Place> P = M->isArrow() ? pointee(M->getBase()) : lvalue(M->getBase());
    const uint64_t At =
        Ctx.toCharUnitsFromBits(Ctx.getASTRecordLayout(D->getParent()).getFieldOffset(D->getFieldIndex()))
            .getQuantity();
    for (Value &X : P ? P->At : None)
      X.P = X.P + Poly::constant(int64_t(At));
    return P;
  }

  //===- what is touched ----------------------------------------------------===//

  struct Read {
    Touch T;
    Goes To;
  };

  void touch(const Expr *L, const Expr *E, bool Write, bool Own = false) {
    std::optional<Place> P = lvalue(L);
    std::optional<uint64_t> Size = bytes(L->getType());
    if (!P || !Size || L->getType()->isAtomicType())
      return;
    for (const Value &X : P->At)
      for (const Limits &Under : both(Path, {X.Under}))
        if (std::optional<Poly> At = A.whole(X.P); At && Out.size() + Reads.size() < MostTouches) {
          Touch T{P->Param, *At, *Size, Under, Write, Write ? int(Stores.size()) - 1 : -1, Own, E};
          if (Write)
            Out.push_back(std::move(T));
          else
            Reads.push_back({std::move(T), To});
        }
  }

  /// Reads count as far as their values come out: by a store that is reached, or where somebody looks at them.
  void resolve() {
    for (const Read &R : Reads) {
      std::set<Goes> Seen = {R.To};
      std::vector<Goes> Todo = {R.To};
      while (!Todo.empty()) {
        const Goes G = Todo.back();
        Todo.pop_back();
        if (!G.To) {
          Touch T = R.T;
          T.Store = G.Store;
          for (const Limits &Under : G.Store < 0 ? Ways{R.T.Under} : both({R.T.Under}, Stores[G.Store]))
            if (Out.size() < 2 * MostTouches) {
              T.Under = Under;
              Out.push_back(T);
            }
          continue;
        }
        for (const Goes &Next : Flows[G.To])
          if (Seen.insert(Next).second)
            Todo.push_back(Next);
      }
    }
  }

  //===- expressions --------------------------------------------------------===//

  static const VarDecl *rootOf(const Expr *E) {
    for (;;) {
      E = E->IgnoreParenCasts();
      if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
        E = S->getBase();
      else if (const auto *M = dyn_cast<MemberExpr>(E))
        E = M->getBase();
      else if (const auto *V = dyn_cast<ExtVectorElementExpr>(E))
        E = V->getBase();
      else if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
        E = U->getSubExpr();
      else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
        E = B->getLHS();
      else
        break;
    }
    const auto *R = dyn_cast<DeclRefExpr>(E);
    return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  }

  void in(Goes Where, const Expr *E) {
    const Goes Before = To;
    To = Where;
    expression(E);
    To = Before;
  }

  /// What is computed to find the place, not the place itself.
  void within(const Expr *L) {
    L = L->IgnoreParens();
    if (isa<DeclRefExpr>(L))
      return;
    for (const Stmt *Child : L->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Child))
        E->isGLValue() && !isa<CallExpr>(E) ? within(E) : in({}, E);
  }

  void assigned(const Expr *E, const Expr *L, const Expr *Value, bool Compound, bool Idempotent) {
    const VarDecl *Root = rootOf(L);
    const bool Inside = Root && !lvalue(L) &&
                        (Root->isLocalVarDecl() || !Root->getType()->isPointerType() ||
                         Root->getType()->getPointeeType().getAddressSpace() == LangAS::opencl_local);
    within(L);
    Goes Where;
    if (Inside) {
      Where.To = Root;
    } else {
      Stores.push_back(Path);
      Where.Store = int(Stores.size()) - 1;
    }
    if (Value)
      in(Where, Value);
    if (Inside)
      return;
    const Goes Before = To;
    To = Where;
    if (Compound)
      touch(L, E, false);
    To = Before;
    const size_t First = Out.size();
    touch(L, E, true, Compound && !Idempotent);
    for (size_t I = First; I < Out.size(); ++I)
      Out[I].Store = Where.Store;
  }

  void under(const Expr *Cond, bool Is, Goes Where, const Expr *E) {
    const Ways Before = Path;
    Path = both(Path, A.condition(Cond, Is));
    in(Where, E);
    Path = Before;
  }

  void expression(const Expr *E) {
    if (isa<UnaryExprOrTypeTraitExpr>(E))
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      const BinaryOperatorKind Op = B->getOpcode();
      return assigned(B, B->getLHS(), B->getRHS(), B->isCompoundAssignmentOp(),
                      Op == BO_OrAssign || Op == BO_AndAssign);
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return assigned(U, U->getSubExpr(), nullptr, true, false);
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp()) {
      in(To, B->getLHS());
      return under(B->getLHS(), B->getOpcode() == BO_LAnd, To, B->getRHS());
    }
    if (const auto *Q = dyn_cast<ConditionalOperator>(E)) {
      in(To, Q->getCond());
      under(Q->getCond(), true, To, Q->getTrueExpr());
      return under(Q->getCond(), false, To, Q->getFalseExpr());
    }
    if (const auto *K = dyn_cast<CastExpr>(E); K && K->getCastKind() == CK_LValueToRValue) {
      const Expr *L = K->getSubExpr()->IgnoreParens();
      if (const VarDecl *V = rootOf(L); V && !isa<ParmVarDecl>(V))
        Flows[V].insert(To);
      else if (V && V->getType()->isPointerType() &&
               V->getType()->getPointeeType().getAddressSpace() == LangAS::opencl_local)
        Flows[V].insert(To);
      touch(L, K, false);
      return within(L);
    }
    if (const auto *C = dyn_cast<CallExpr>(E))
      return call(C);
    for (const Stmt *Child : E->children())
      if (const auto *X = dyn_cast_or_null<Expr>(Child))
        expression(X);
  }

  void call(const CallExpr *C) {
    const FunctionDecl *G = calleeWithBody(C);
    for (const Expr *Arg : C->arguments())
      expression(Arg);
    if (!G || Depth >= MostDepth || C->getNumArgs() != G->getNumParams())
      return;
    const auto Known = A.Known;
    const auto Before = Pointers;
    const Ways Here = Path;
    std::map<const VarDecl *, Values> Given;
    std::map<const VarDecl *, std::optional<Place>> Places;
    A.learn(G);
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const ParmVarDecl *P = G->getParamDecl(I);
      if (P->getType()->isPointerType())
        Places[P] = A.changes(P) ? std::nullopt : pointee(C->getArg(I));
      else
        Given[P] = A.changes(P) ? Values() : A.value(C->getArg(I));
    }
    for (auto &[V, X] : Given)
      A.Known[V] = std::move(X);
    for (auto &[V, X] : Places)
      Pointers[V] = std::move(X);
    ++Depth;
    const Goes Outer = Inherited;
    Inherited = To;
    statement(G->getBody());
    Inherited = Outer;
    --Depth;
    A.Known = Known;
    Pointers = Before;
    Path = Here;
  }

  //===- statements ---------------------------------------------------------===//

  static bool leaves(const Stmt *S) {
    return anyOf(S, [](const Stmt *X) { return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(X); });
  }
  static bool jumps(const Stmt *S) {
    return leaves(S) || anyOf(S, [](const Stmt *X) { return isa<BreakStmt, ContinueStmt>(X); });
  }

  void loop(const Stmt *Body, const Expr *Cond, const Expr *Inc, Ways Into) {
    const Ways Before = Path;
    Path = std::move(Into);
    if (Cond)
      in({}, Cond);
    statement(Body);
    if (Inc)
      in({}, Inc);
    Path = leaves(Body) ? Ways() : Before;
  }

  /// The variable that \p L counts by, what it begins with, and its step.
  const VarDecl *counter(const ForStmt *L, const Expr *&First, Values &Step) {
    const VarDecl *V = nullptr;
    if (const auto *D = dyn_cast_or_null<DeclStmt>(L->getInit()); D && D->isSingleDecl()) {
      V = dyn_cast<VarDecl>(D->getSingleDecl());
      First = V ? V->getInit() : nullptr;
    } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(L->getInit()); B && B->getOpcode() == BO_Assign) {
      const auto *R = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
      V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      First = B->getRHS();
    }
    if (!V || !First || !V->getType()->isIntegerType() || Ctx.getTypeSizeInChars(V->getType()).getQuantity() < 4 ||
        !L->getInc())
      return nullptr;
    const Expr *Inc = L->getInc()->IgnoreParens();
    auto Names = [&](const Expr *E) {
      const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
      return R && R->getDecl() == V;
    };
    if (const auto *U = dyn_cast<UnaryOperator>(Inc); U && U->isIncrementDecrementOp() && Names(U->getSubExpr()))
      Step = {{Poly::constant(U->isIncrementOp() ? 1 : -1), {}}};
    else if (const auto *B = dyn_cast<CompoundAssignOperator>(Inc);
             B && (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign) && Names(B->getLHS())) {
      Step = A.value(B->getRHS());
      for (Value &X : Step)
        X.P = X.P.times(B->getOpcode() == BO_SubAssign ? -1 : 1);
    }
    return V;
  }

  static bool assigns(const Stmt *S, const VarDecl *V) {
    std::set<const Expr *> Plain;
    return anyOf(S, [&](const Stmt *X) {
      if (const auto *K = dyn_cast<CastExpr>(X); K && K->getCastKind() == CK_LValueToRValue)
        Plain.insert(K->getSubExpr()->IgnoreParens());
      const auto *R = dyn_cast<DeclRefExpr>(X);
      return R && R->getDecl() == V && !Plain.count(R);
    });
  }

  void forLoop(const ForStmt *L) {
    if (L->getInit())
      statement(L->getInit());
    const Expr *First = nullptr;
    Values Step;
    const VarDecl *V = counter(L, First, Step);
    const Values From = V ? A.value(First) : Values();
    if (From.size() != 1)
      return loop(L->getBody(), L->getCond(), L->getInc(), {});
    Ways Into = both(Path, {From[0].Under});
    A.Known[V] = From; // in the first trip
    if (Step.size() == 1 && Step[0].Under.empty() && !A.varies(Step[0].P) && !jumps(L->getBody()) &&
        !assigns(L->getBody(), V)) {
      const Poly Trip = Poly::atom(A.newTrip());
      A.Known[V] = {{From[0].P + Trip * Step[0].P, From[0].Under}};
      Into = both(Into, {{Limit::atLeast(Trip)}});
    }
    if (L->getCond())
      Into = both(Into, A.condition(L->getCond(), true));
    if (assigns(L->getBody(), V))
      A.Known[V] = {};
    loop(L->getBody(), L->getCond(), L->getInc(), Into);
    A.Known.erase(V);
  }

  void branches(const IfStmt *I) {
    if (I->getInit() || I->getConditionVariable())
      return Path.clear();
    in({}, I->getCond());
    const Ways Before = Path;
    const bool Narrows = jumps(I);
    Path = both(Before, A.condition(I->getCond(), true));
    statement(I->getThen());
    const Ways Then = Path;
    Path = both(Before, A.condition(I->getCond(), false));
    if (I->getElse())
      statement(I->getElse());
    if (!Narrows)
      Path = Before;
    else
      Path.insert(Path.end(), Then.begin(), Then.end());
  }

  void statement(const Stmt *S) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S))
      return in({}, E);
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *One : C->body())
        statement(One);
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
          in({V, -1}, V->getInit());
    } else if (const auto *I = dyn_cast<IfStmt>(S)) {
      branches(I);
    } else if (const auto *L = dyn_cast<ForStmt>(S)) {
      forLoop(L);
    } else if (const auto *L = dyn_cast<WhileStmt>(S)) {
      loop(L->getBody(), L->getCond(), nullptr, both(Path, A.condition(L->getCond(), true)));
    } else if (const auto *L = dyn_cast<DoStmt>(S)) {
      loop(L->getBody(), L->getCond(), nullptr, Path);
    } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      if (R->getRetValue())
        in(Inherited, R->getRetValue());
      Path.clear();
    } else if (isa<BreakStmt, ContinueStmt>(S)) {
      Path.clear();
    } else if (!isa<NullStmt>(S)) { // switch, goto, labels
      const Ways Before = Path;
      Path.clear();
      for (const Stmt *Child : S->children())
        statement(Child);
      Path = leaves(S) ? Ways() : Before;
    }
  }

  const FunctionDecl *F;
  ASTContext &Ctx;
  Affine &A;
  Ways Path = {{}};
  Goes To, Inherited;
  Values None;
  std::map<const VarDecl *, std::optional<Place>> Pointers;
  std::vector<Touch> Out;
  std::vector<Read> Reads;
  std::vector<Ways> Stores;
  std::map<const VarDecl *, std::set<Goes>> Flows;
  unsigned Depth = 0;
};

} // namespace

std::vector<Touch> findTouches(const FunctionDecl *F, Affine &A) { return Finder(F, A).run(); }

} // namespace persistify::kernel
