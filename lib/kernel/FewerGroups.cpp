//===- lib/kernel/FewerGroups.cpp - kernels that any number of groups can run -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a divisor of the launched number of groups, each work-item stands for
// several of the original ones, of the same local id. The kernel's statements are
// of these kinds:
//
//   shared out   for (i = global id; i < n; i += global size) body
//                the same indices in an order that each original item kept
//   one item's   if (global id == 0) body
//   repeated     by every item with the same values: as good once as many times
//
// and whatever a body computes stays in it, but for flags: variables that shared
// out loops only set to one constant, which then guard a repeated store.
//
//===----------------------------------------------------------------------===//
#include "AcrossGroups.h"
#include "OwnBarrier.h"
#include "Uniform.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace persistify::kernel {
namespace {

bool declares(const Stmt *Where, const VarDecl *V) {
  return anyOf(Where, [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::is_contained(D->decls(), V);
  });
}

class Check {
public:
  Check(const FunctionDecl *F, const OwnBarriers &Barriers, const CallTree &Tree, AccessAnalysis &Accesses)
      : F(F), Barriers(Barriers), Tree(Tree), Accesses(Accesses), Groups(F, Tree, /*Sizes=*/true) {}

  bool run() {
    if (Groups.unknown() || !onlyLocalWords())
      return false;
    return repeated(F->getBody()) && flagsHold();
  }

private:
  /// Local memory may hold single values that every group sets to the same.
  bool onlyLocalWords() const {
    for (const VarDecl *V : Tree.facts(F).LocalVars)
      if (!V->getType()->isIntegerType())
        return false;
    for (const FunctionDecl *G : Tree.below(F))
      if (G != F && Tree.facts(G).LocalAccess)
        return false;
    return llvm::none_of(F->parameters(), [](const ParmVarDecl *Q) {
      return Q->getType()->isPointerType() && Q->getType()->getPointeeType().getAddressSpace() == LangAS::opencl_local;
    });
  }

  // ---- ids ----

  const CallExpr *query(const Expr *E, llvm::StringRef Name) const {
    const auto *C = dyn_cast<CallExpr>(settled(F, E));
    Expr::EvalResult V;
    bool Is = C && isIdQuery(builtinOf(C)) && C->getDirectCallee()->getName() == Name &&
              (C->getNumArgs() == 0 || (C->getArg(0)->EvaluateAsInt(V, F->getASTContext()) && V.Val.getInt() == 0));
    return Is ? C : nullptr;
  }
  const BinaryOperator *binary(const Expr *E, BinaryOperatorKind K) const {
    const auto *B = dyn_cast<BinaryOperator>(settled(F, E));
    return B && B->getOpcode() == K ? B : nullptr;
  }
  bool isProduct(const Expr *E, llvm::StringRef A, llvm::StringRef B) const {
    const BinaryOperator *M = binary(E, BO_Mul);
    return M && ((query(M->getLHS(), A) && query(M->getRHS(), B)) || (query(M->getLHS(), B) && query(M->getRHS(), A)));
  }
  bool isItem(const Expr *E) const {
    if (query(E, "get_global_id"))
      return true;
    const BinaryOperator *S = binary(E, BO_Add);
    return S && ((isProduct(S->getLHS(), "get_group_id", "get_local_size") && query(S->getRHS(), "get_local_id")) ||
                 (isProduct(S->getRHS(), "get_group_id", "get_local_size") && query(S->getLHS(), "get_local_id")));
  }
  bool isItems(const Expr *E) const {
    return query(E, "get_global_size") || isProduct(E, "get_num_groups", "get_local_size");
  }
  bool isZero(const Expr *E) const {
    Expr::EvalResult V;
    return E->EvaluateAsInt(V, F->getASTContext()) && V.Val.getInt() == 0;
  }
  bool isFirstItem(const Expr *E) const {
    E = settled(F, E);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
      return isItem(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || B->getOpcode() != BO_EQ)
      return false;
    return (isItem(B->getLHS()) && isZero(B->getRHS())) || (isItem(B->getRHS()) && isZero(B->getLHS()));
  }

  // ---- repeated statements ----

  bool same(const Expr *E) const { return E && !Groups.differs(E) && !writes(E); }
  /// Whether evaluating \p E changes memory or a variable.
  bool writes(const Expr *E) const {
    return anyOf(E, [&](const Stmt *S) {
      if (const auto *B = dyn_cast<BinaryOperator>(S))
        return B->isAssignmentOp();
      if (const auto *U = dyn_cast<UnaryOperator>(S))
        return U->isIncrementDecrementOp();
      const auto *X = dyn_cast<Expr>(S);
      const auto *C = dyn_cast<CallExpr>(S);
      if (C && calleeWithBody(C))
        return !Accesses.of(calleeWithBody(C)).Written.empty();
      return X && (isAtomic(builtinOf(X)) || builtinOf(X) == Builtin::VStore);
    });
  }
  static bool isPrivate(const VarDecl *V) {
    return V && V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
  }

  bool repeated(const Stmt *S) {
    if (!S || isa<NullStmt, BreakStmt, ContinueStmt>(S))
      return true;
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(B->body(), [&](const Stmt *X) {
        auto It = llvm::find_if(Barriers.Written, [&](const auto &W) { return llvm::is_contained(W, X); });
        return It == Barriers.Written.end() ? repeated(X) : arrives(X, askedAgain(F, *It));
      });
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [&](const Decl *One) { return declared(dyn_cast<VarDecl>(One)); });
    if (const auto *I = dyn_cast<IfStmt>(S)) {
      if (isFirstItem(I->getCond()))
        return !I->getElse() && body(I->getThen(), I, /*MayContinue=*/false);
      if (const VarDecl *Flag = flagOf(I->getCond()))
        return !I->getElse() && flagged(I->getThen()) && Flags.insert(Flag).second | true;
      return same(I->getCond()) && repeated(I->getThen()) && repeated(I->getElse());
    }
    if (const auto *L = dyn_cast<ForStmt>(S)) {
      if (sharedOut(L))
        return true;
      return (!L->getCond() || same(L->getCond())) && repeated(L->getInit()) && repeated(L->getInc()) &&
             repeated(L->getBody());
    }
    if (const auto *L = dyn_cast<WhileStmt>(S))
      return same(L->getCond()) && repeated(L->getBody());
    if (const auto *L = dyn_cast<DoStmt>(S))
      return same(L->getCond()) && repeated(L->getBody());
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      return !R->getRetValue();
    if (const auto *E = dyn_cast<Expr>(S))
      return repeatedExpr(E->IgnoreParenCasts());
    return false;
  }

  bool declared(const VarDecl *V) {
    if (!V)
      return false;
    const Expr *I = V->getInit();
    // Ids and sizes: where they are used is looked at there.
    return !I || same(I) || (V->getType()->isIntegerType() && !writes(I));
  }

  bool repeatedExpr(const Expr *E) {
    if (const auto *C = dyn_cast<CallExpr>(E)) {
      if (Barriers.Calls.count(C)) {
        for (unsigned I = 0; I < C->getNumArgs(); ++I)
          if (!arrivalArgument(C->getArg(I)) && (writes(C->getArg(I)) || !onlyWaitedFor(calleeWithBody(C), I)))
            return false;
        return true;
      }
      Builtin B = builtinOf(C);
      if (B == Builtin::Barrier || B == Builtin::Fence)
        return true;
      return isIdempotent(C);
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      const VarDecl *V = variableOf(B->getLHS());
      if (isPrivate(V)) // a flag may start again; else nothing of one item gets into it
        return !writes(B->getRHS()) && (same(B->getRHS()) || V->getType()->isIntegerType());
      return B->getOpcode() == BO_Assign && same(B->getLHS()) && same(B->getRHS());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return isPrivate(variableOf(U->getSubExpr()));
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Comma)
      return repeatedExpr(B->getLHS()->IgnoreParenCasts()) && repeatedExpr(B->getRHS()->IgnoreParenCasts());
    return !writes(E);
  }
  /// Whether \p S, of a barrier, can be done for each original group.
  bool arrives(const Stmt *S, const llvm::MapVector<const VarDecl *, const Expr *> &Again) const {
    if (isa<DeclStmt>(S) || !Barriers.Expanded.empty())
      return false;
    std::set<const VarDecl *> Own;
    bool Can = true;
    walk(S, [&](const Stmt *X) {
      if (const auto *D = dyn_cast<DeclStmt>(X))
        for (const Decl *One : D->decls())
          Own.insert(dyn_cast<VarDecl>(One));
      if (const VarDecl *V = assignedBy(X); V && isPrivate(V) && !Own.count(V))
        Can = false;
      if (const auto *R = dyn_cast<DeclRefExpr>(X))
        if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
          Can = Can && (Own.count(V) || Again.count(V) || !Groups.differs(V));
      return !Barriers.Waits.count(X);
    });
    return Can;
  }
  /// It is evaluated once for each original group, with that group's ids; variables
  /// hold those of the fewer groups.
  bool arrivalArgument(const Expr *A) const {
    return !writes(A) && !anyOf(A, [&](const Stmt *S) {
      const auto *R = dyn_cast<DeclRefExpr>(S);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      return V && Groups.differs(V);
    });
  }
  /// Whether a helper's parameter only says what it waits for.
  bool onlyWaitedFor(const FunctionDecl *Helper, unsigned Param) const {
    const ParmVarDecl *V = Helper->getParamDecl(Param);
    bool Only = true;
    if (Barriers.Named.count(Helper))
      return true; // nothing of it is left
    walk(Helper->getBody(), [&](const Stmt *S) {
      if (const auto *R = dyn_cast<DeclRefExpr>(S); R && R->getDecl() == V)
        Only = false;
      return !Barriers.Waits.count(S);
    });
    return Only;
  }
  /// An atomic that changes nothing when it is done again, with no use of its result.
  bool isIdempotent(const CallExpr *C) const {
    if (builtinOf(C) != Builtin::Atomic && builtinOf(C) != Builtin::AtomicStore)
      return false;
    llvm::StringRef N = C->getDirectCallee()->getName();
    N.consume_front("atomic_") || N.consume_front("atom_");
    N.consume_front("fetch_");
    N.consume_back("_explicit");
    bool Op = N == "or" || N == "and" || N == "min" || N == "max" || N == "xchg" || N == "exchange" || N == "store";
    return Op && llvm::all_of(C->arguments(), [&](const Expr *A) { return same(A); });
  }

  // ---- flags ----

  const VarDecl *flagOf(const Expr *Cond) const {
    const auto *R = dyn_cast<DeclRefExpr>(Cond->IgnoreParenCasts());
    if (const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParenCasts());
        B && B->getOpcode() == BO_NE && isZero(B->getRHS()))
      R = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenCasts());
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    return isPrivate(V) && !isa<ParmVarDecl>(V) && V->getType()->isIntegerType() && Groups.differs(V) ? V : nullptr;
  }
  bool flagged(const Stmt *S) {
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(B->body(), [&](const Stmt *X) { return flagged(X); });
    const auto *E = dyn_cast<Expr>(S);
    if (!E)
      return isa<NullStmt>(S);
    E = E->IgnoreParenCasts();
    if (const auto *C = dyn_cast<CallExpr>(E))
      return isIdempotent(C);
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_Assign && !isPrivate(variableOf(B->getLHS())) && same(B->getLHS()) &&
           same(B->getRHS());
  }
  /// A flag is only ever zero or one other constant, and nothing but conditions reads it.
  bool flagsHold() const {
    for (const VarDecl *V : Flags) {
      std::set<int64_t> Values;
      bool Ok = true;
      unsigned Conditions = 0, Uses = 0, Assignments = 0;
      Expr::EvalResult R;
      auto Value = [&](const Expr *E) {
        if (E && E->EvaluateAsInt(R, F->getASTContext()))
          Values.insert(R.Val.getInt().extOrTrunc(64).getSExtValue());
        else
          Ok = false;
      };
      if (V->getInit())
        Value(V->getInit());
      walk(F->getBody(), [&](const Stmt *S) {
        if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) {
          Value(B->getOpcode() == BO_Assign ? B->getRHS() : nullptr);
          ++Assignments;
        } else if (const auto *I = dyn_cast<IfStmt>(S); I && flagOf(I->getCond()) == V) {
          ++Conditions;
        } else if (const auto *D = dyn_cast<DeclRefExpr>(S); D && D->getDecl() == V) {
          ++Uses;
        }
        return true;
      });
      Values.erase(0);
      if (!Ok || Values.size() > 1 || Uses != Assignments + Conditions)
        return false;
    }
    return true;
  }

  // ---- bodies of one index or one item ----

  bool sharedOut(const ForStmt *L) {
    const VarDecl *I = nullptr;
    const Expr *From = nullptr;
    if (const auto *D = dyn_cast_or_null<DeclStmt>(L->getInit()); D && D->isSingleDecl())
      if ((I = dyn_cast<VarDecl>(D->getSingleDecl())))
        From = I->getInit();
    const auto *C = dyn_cast_or_null<BinaryOperator>(L->getCond());
    const auto *N = dyn_cast_or_null<BinaryOperator>(L->getInc());
    if (!I || !From || !C || !N || !isItem(From))
      return false;
    bool Less = (C->getOpcode() == BO_LT || C->getOpcode() == BO_LE) && isVariable(C->getLHS(), I) && same(C->getRHS());
    bool More = (C->getOpcode() == BO_GT || C->getOpcode() == BO_GE) && isVariable(C->getRHS(), I) && same(C->getLHS());
    const Expr *Step = nullptr;
    if (isVariable(N->getLHS(), I)) {
      if (N->getOpcode() == BO_AddAssign)
        Step = N->getRHS();
      else if (const auto *S = dyn_cast<BinaryOperator>(N->getRHS()->IgnoreParenCasts());
               S && N->getOpcode() == BO_Assign && S->getOpcode() == BO_Add)
        Step = isVariable(S->getLHS(), I) ? S->getRHS() : isVariable(S->getRHS(), I) ? S->getLHS() : nullptr;
    }
    if (!(Less || More) || !Step || !isItems(Step))
      return false;
    // Only the step moves it, and the end stays where it is.
    bool Moved = anyOf(L->getBody(), [&](const Stmt *S) { return assignedBy(S) == I; });
    std::set<const VarDecl *> InEnd;
    walk(C, [&](const Stmt *S) {
      if (const auto *R = dyn_cast<DeclRefExpr>(S))
        InEnd.insert(dyn_cast<VarDecl>(R->getDecl()));
      return true;
    });
    InEnd.erase(I);
    Moved |= anyOf(L->getBody(), [&](const Stmt *S) { return assignedBy(S) && InEnd.count(assignedBy(S)); });
    return !Moved && body(L->getBody(), L, /*MayContinue=*/true);
  }
  static bool isVariable(const Expr *E, const VarDecl *V) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return R && R->getDecl() == V;
  }
  static const VarDecl *assignedBy(const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      return variableOf(B->getLHS());
    const auto *U = dyn_cast<UnaryOperator>(S);
    return U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) ? variableOf(U->getSubExpr()) : nullptr;
  }

  /// Whether \p S, the body of \p Of, keeps to itself what it computes.
  bool body(const Stmt *S, const Stmt *Of, bool MayContinue) {
    std::set<const VarDecl *> Own;
    walk(Of, [&](const Stmt *X) {
      if (const auto *D = dyn_cast<DeclStmt>(X))
        for (const Decl *One : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(One))
            Own.insert(V);
      return true;
    });
    std::set<const Stmt *> Raised; // flags where they are set
    return !leaves(S, MayContinue) && !anyOf(S, [&](const Stmt *X) {
      if (const VarDecl *V = assignedBy(X); V && !Own.count(V)) {
        const auto *B = dyn_cast<BinaryOperator>(X);
        Expr::EvalResult Value;
        if (!B || !isPrivate(V) || B->getOpcode() != BO_Assign ||
            !B->getRHS()->EvaluateAsInt(Value, F->getASTContext()) || Value.Val.getInt() == 0)
          return true;
        Flags.insert(V);
        Raised.insert(B->getLHS()->IgnoreParens());
        return false;
      }
      if (const auto *R = dyn_cast<DeclRefExpr>(X)) {
        const auto *V = dyn_cast<VarDecl>(R->getDecl());
        return V && !Own.count(V) && Groups.differs(V) && !Raised.count(R);
      }
      const auto *E = dyn_cast<Expr>(X);
      if (!E)
        return false;
      if (asksWhichGroup(E) || asksHowManyGroups(E) || isCollective(builtinOf(E)))
        return true;
      const auto *C = dyn_cast<CallExpr>(E);
      const FunctionDecl *G = C ? calleeWithBody(C) : nullptr;
      if (!G)
        return false;
      for (const FunctionDecl *Below : Tree.below(G))
        for (const FunctionFacts::BuiltinCall &B : Tree.facts(Below).Builtins)
          if (asksWhichGroup(B.E) || asksHowManyGroups(B.E) || isCollective(B.Kind))
            return true;
      return Tree.facts(G).LocalAccess != nullptr;
    });
  }
  static bool leaves(const Stmt *S, bool MayContinue, bool OwnLoop = true) {
    if (!S || isa<Expr>(S))
      return false;
    if (isa<ReturnStmt, GotoStmt>(S) || (isa<BreakStmt>(S) && OwnLoop) ||
        (isa<ContinueStmt>(S) && OwnLoop && !MayContinue))
      return true;
    bool Own = OwnLoop && !isa<ForStmt, WhileStmt, DoStmt>(S);
    if (isa<SwitchStmt>(S)) // its breaks are its own; a continue is not told apart
      return anyOf(S, [](const Stmt *X) { return isa<ReturnStmt, GotoStmt, ContinueStmt>(X); });
    return llvm::any_of(S->children(), [&](const Stmt *C) { return leaves(C, MayContinue, Own); });
  }

  const FunctionDecl *F;
  const OwnBarriers &Barriers;
  const CallTree &Tree;
  AccessAnalysis &Accesses;
  AcrossGroups Groups;
  std::set<const VarDecl *> Flags;
};

} // namespace

llvm::MapVector<const VarDecl *, const Expr *> askedAgain(const FunctionDecl *Kernel,
                                                          llvm::ArrayRef<const Stmt *> Written) {
  llvm::MapVector<const VarDecl *, const Expr *> Out;
  for (const Stmt *S : Written)
    walk(S, [&](const Stmt *X) {
      const auto *R = dyn_cast<DeclRefExpr>(X);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      const Expr *Is = V ? settled(Kernel, R) : nullptr;
      if (!V || Is == R || llvm::any_of(Written, [&](const Stmt *W) { return declares(W, V); }))
        return true;
      bool Queries = anyOf(Is, [](const Stmt *Y) { return isa<Expr>(Y) && isIdQuery(builtinOf(cast<Expr>(Y))); });
      bool Others = anyOf(Is, [](const Stmt *Y) {
        const auto *Of = dyn_cast<DeclRefExpr>(Y);
        return (Of && isa<VarDecl>(Of->getDecl())) || isa<AtomicExpr>(Y) ||
               (isa<CallExpr>(Y) && !isIdQuery(builtinOf(cast<CallExpr>(Y))));
      });
      if (Queries && !Others)
        Out.insert({V, Is});
      return true;
    });
  return Out;
}

bool worksWithFewerGroups(const FunctionDecl *Kernel, const OwnBarriers &Barriers, const CallTree &Tree,
                          AccessAnalysis &Accesses) {
  return Barriers.any() && Check(Kernel, Barriers, Tree, Accesses).run();
}

} // namespace persistify::kernel
