//===- lib/kernel/OwnBarrier.cpp -------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OwnBarrier.h"
#include "AcrossGroups.h"
#include "Uniform.h"
#include "Waiting.h"
#include "Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace persistify::kernel {

static llvm::StringRef calledName(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E);
  return C && C->getDirectCallee() && C->getDirectCallee()->getIdentifier() ? C->getDirectCallee()->getName()
                                                                             : llvm::StringRef();
}

const Expr *settled(const FunctionDecl *F, const Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() || !V->getType()->isIntegerType())
    return E;
  const Expr *Value = V->getInit();
  unsigned Times = Value != nullptr;
  walk(F->getBody(), [&](const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) {
      Value = B->getOpcode() == BO_Assign ? B->getRHS() : nullptr;
      ++Times;
    } else if (const auto *U = dyn_cast<UnaryOperator>(S);
               U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) && variableOf(U->getSubExpr()) == V) {
      Times = 2;
    }
    return true;
  });
  return Times == 1 && Value ? settled(F, Value) : E;
}

/// Whether \p F gives \p V a value besides its first one, or its address to somebody.
static bool isChanged(const FunctionDecl *F, const VarDecl *V) {
  return anyOf(F->getBody(), [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    return (B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) ||
           (U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) && variableOf(U->getSubExpr()) == V);
  });
}

static bool isConstant(const FunctionDecl *F, const Expr *E, int64_t Value) {
  Expr::EvalResult R;
  return !E->isValueDependent() && E->EvaluateAsInt(R, F->getASTContext()) && R.Val.getInt() == Value;
}
static bool isQuery(const Expr *E, llvm::StringRef Name, const FunctionDecl *F) {
  const auto *C = dyn_cast<CallExpr>(E);
  return C && isIdQuery(builtinOf(C)) && calledName(C) == Name &&
         (C->getNumArgs() == 0 || isConstant(F, C->getArg(0), 0));
}
static const BinaryOperator *binary(const FunctionDecl *F, const Expr *E, BinaryOperatorKind K) {
  const auto *B = dyn_cast<BinaryOperator>(settled(F, E));
  return B && B->getOpcode() == K ? B : nullptr;
}

bool isNumGroups(const FunctionDecl *F, const Expr *E) {
  const Expr *X = settled(F, E);
  if (isQuery(X, "get_num_groups", F))
    return true;
  const BinaryOperator *D = binary(F, X, BO_Div);
  return D && isQuery(settled(F, D->getLHS()), "get_global_size", F) &&
         isQuery(settled(F, D->getRHS()), "get_local_size", F);
}

namespace {

/// One word of memory that a helper's parameter points to.
struct Cell {
  const ParmVarDecl *Base = nullptr;
  int64_t At = 0;
  explicit operator bool() const { return Base; }
  bool operator==(const Cell &O) const { return Base == O.Base && At == O.At; }
};

/// The shape of one helper.
class Helper {
public:
  Helper(const FunctionDecl *F, const CallTree &Tree) : F(F), Groups(F, Tree) {}

  bool match() {
    const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
    if (!Body || F->hasAttr<OpenCLKernelAttr>() || !F->getReturnType()->isVoidType() || Groups.unknown())
      return false;
    if (anyOf(Body, [](const Stmt *S) { return isa<ReturnStmt, GotoStmt, SwitchStmt>(S); }))
      return false;
    // barrier ... the first item's part ... barrier
    unsigned Before = 0, After = 0;
    const IfStmt *Leader = nullptr;
    for (const Stmt *S : Body->body()) {
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

  std::set<const Stmt *> Waits;
  std::set<const ParmVarDecl *> Counts; ///< parameters that must be the number of groups

private:
  static const CallExpr *builtinCall(const Stmt *S, Builtin B) {
    const auto *C = dyn_cast<CallExpr>(S);
    return C && builtinOf(C) == B ? C : nullptr;
  }
  static bool isBarrier(const Stmt *S) { return builtinCall(S, Builtin::Barrier); }
  static bool isFence(const Stmt *S) { return isa<NullStmt>(S) || builtinCall(S, Builtin::Fence); }

  /// No store, no atomic, no call but queries.
  bool onlyLooks(const Stmt *S) const {
    return !anyOf(S, [&](const Stmt *X) {
      if (const auto *B = dyn_cast<BinaryOperator>(X))
        return B->isAssignmentOp();
      if (const auto *U = dyn_cast<UnaryOperator>(X))
        return U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf;
      const auto *E = dyn_cast<Expr>(X);
      return E && (isa<AtomicExpr>(E) || (isa<CallExpr>(E) && !isIdQuery(builtinOf(E)))) && !isa<DeclRefExpr>(E);
    });
  }

  bool isFirstItem(const Expr *E) const {
    E = settled(F, E);
    auto Local = [&](const Expr *X) {
      X = settled(F, X);
      return isQuery(X, "get_local_id", F) || isQuery(X, "get_local_linear_id", F);
    };
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
      return Local(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_EQ &&
           ((Local(B->getLHS()) && isConstant(F, B->getRHS(), 0)) ||
            (Local(B->getRHS()) && isConstant(F, B->getLHS(), 0)));
  }

  // ---- cells ----

  /// What a pointer expression points to: p, p + 2, &p[2].
  Cell pointee(const Expr *E) const {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<ParmVarDecl>(R->getDecl());
      return {V && V->getType()->isPointerType() && !isChanged(F, V) ? V : nullptr, 0};
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
      return cell(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Add)
      return at(B->getLHS(), B->getRHS());
    return {};
  }
  Cell at(const Expr *Base, const Expr *Index) const {
    Expr::EvalResult V;
    if (!Index->EvaluateAsInt(V, F->getASTContext()))
      return {};
    Cell C = pointee(Base);
    C.At += V.Val.getInt().getExtValue();
    return C;
  }
  /// What an lvalue is: *p, p[2]. Words only, so that cells do not overlap.
  Cell cell(const Expr *E) const {
    E = E->IgnoreParens();
    if (F->getASTContext().getTypeSizeInChars(E->getType()).getQuantity() != 4)
      return {};
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr());
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return at(A->getBase(), A->getIdx());
    return {};
  }
  struct AtomicCall {
    llvm::StringRef Op; ///< add, inc, or, xchg, store, load ...
    Cell On;
    const Expr *Value = nullptr;
  };
  AtomicCall atomicCall(const Expr *E) const {
    E = E->IgnoreParenCasts();
    const auto *C = dyn_cast<CallExpr>(E);
    if (!C || !isAtomic(builtinOf(C)) || C->getNumArgs() == 0)
      return {};
    llvm::StringRef N = calledName(C);
    N.consume_front("atomic_") || N.consume_front("atom_");
    N.consume_front("fetch_");
    N.consume_back("_explicit");
    if (!C->getArg(0)->getType()->isPointerType() ||
        F->getASTContext().getTypeSizeInChars(C->getArg(0)->getType()->getPointeeType()).getQuantity() != 4)
      return {};
    return {N, pointee(C->getArg(0)), C->getNumArgs() > 1 ? C->getArg(1) : nullptr};
  }
  /// The cell to which \p E adds one.
  Cell addsOne(const Expr *E) const {
    AtomicCall A = atomicCall(E);
    return A.Op == "inc" || (A.Op == "add" && A.Value && isConstant(F, A.Value, 1)) ? A.On : Cell();
  }
  /// The cell that \p E reads and leaves as it is.
  Cell reads(const Expr *E) const {
    E = E->IgnoreParens();
    while (const auto *K = dyn_cast<CastExpr>(E)) {
      if (K->getCastKind() == CK_LValueToRValue || K->getCastKind() == CK_AtomicToNonAtomic)
        if (Cell C = cell(K->getSubExpr()))
          return C;
      E = K->getSubExpr()->IgnoreParens();
    }
    AtomicCall A = atomicCall(E);
    bool Same =
        (A.Op == "or" || A.Op == "add" || A.Op == "xor" || A.Op == "sub") && A.Value && isConstant(F, A.Value, 0);
    return A.Op == "load" || Same ? A.On : Cell();
  }
  /// The cell that the statement \p E stores to, and what (null: it is changed).
  Cell stores(const Expr *E, const Expr *&Value) const {
    E = E->IgnoreParenCasts();
    Value = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      if (B->getOpcode() == BO_Assign)
        Value = B->getRHS();
      return onlyLooks(B->getRHS()) ? cell(B->getLHS()) : Cell();
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
      return cell(U->getSubExpr());
    AtomicCall A = atomicCall(E);
    if (A.Op == "xchg" || A.Op == "exchange" || A.Op == "store")
      Value = A.Value;
    else if (A.Op != "inc" && A.Op != "dec" && A.Op != "add" && A.Op != "sub" && A.Op != "xor")
      return {};
    return !A.Value || onlyLooks(A.Value) ? A.On : Cell();
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
    Counts.insert(V);
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

  static bool isPrivate(const Expr *L) {
    const VarDecl *V = variableOf(L);
    return V && V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
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

  /// The condition of a loop that only waits.
  const Expr *waitCondition(const Stmt *S) const {
    const Expr *Cond = nullptr;
    const Stmt *Body = nullptr;
    if (const auto *L = dyn_cast<WhileStmt>(S))
      Cond = L->getCond(), Body = L->getBody();
    else if (const auto *L = dyn_cast<DoStmt>(S))
      Cond = L->getCond(), Body = L->getBody();
    else if (const auto *L = dyn_cast<ForStmt>(S); L && !L->getInit() && !L->getInc())
      Cond = L->getCond(), Body = L->getBody();
    if (!Cond || !Body)
      return nullptr;
    if (const auto *B = dyn_cast<CompoundStmt>(Body))
      return llvm::all_of(B->body(), isFence) ? Cond : nullptr;
    return isFence(Body) ? Cond : nullptr;
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
    if (B->getOpcode() == BO_NE && !reads(Look))
      std::swap(Look, Goal);
    if (!(reads(Look) == Counter) || !(isSame(Goal) || isNextMultiple(Goal)))
      return false;
    Waits.insert(S);
    return true;
  }
  /// while (r == what it was), while (r != what it will be)
  bool waitsForRelease(const Stmt *S, const Cell &Release) {
    const Expr *Cond = waitCondition(S);
    const auto *B = Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
    if (!B || !B->isEqualityOp())
      return false;
    const Expr *Look = B->getLHS(), *Value = B->getRHS();
    if (!reads(Look))
      std::swap(Look, Value);
    if (!(reads(Look) == Release))
      return false;
    const auto *R = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
    const Expr *Old = settled(F, Value);
    Cell OldFrom = reads(Old);
    bool Was = R && OldValues.count(R->getDecl()) && (OldFrom ? OldFrom : cell(Old)) == Release;
    if (B->getOpcode() == BO_EQ ? !Was && !isSame(Value) : !isSame(Value))
      return false;
    Waits.insert(S);
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
      Cell C = E ? stores(E, Value) : Cell();
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
          Counter = C, Arrival = E;
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
    for (const Stmt *X : cast<CompoundStmt>(F->getBody())->body())
      if (const auto *D = dyn_cast<DeclStmt>(X))
        keep(D);
    Cell Release;
    for (const Stmt *X : List) {
      if (isFence(X))
        continue;
      if (!Waits.empty())
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
        if (I->getElse() && (!only(I->getElse()) || !waitsForRelease(only(I->getElse()), Release)))
          return false;
      } else if (isa<WhileStmt, DoStmt, ForStmt>(X)) {
        if (!Counter || !(Release ? waitsForRelease(X, Release) : waitsForCount(X)))
          return false;
      } else if (const auto *E = dyn_cast<Expr>(X)) {
        const Expr *Value = E->IgnoreParenCasts();
        if (const auto *B = dyn_cast<BinaryOperator>(Value);
            B && B->getOpcode() == BO_Assign && isPrivate(B->getLHS())) {
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
    return !Waits.empty();
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

  const FunctionDecl *F;
  AcrossGroups Groups;
  Cell Counter;
  const Expr *Arrival = nullptr;
  std::set<const ValueDecl *> OldValues; ///< set before the arrival
};

/// Whether each call of \p Calls stands as a statement where all groups come equally often.
class Sites {
public:
  Sites(const FunctionDecl *Kernel, const CallTree &Tree, const std::set<const CallExpr *> &Calls)
      : Groups(Kernel, Tree), Calls(Calls) {
    Ok = !Groups.unknown();
    visit(Kernel->getBody(), false, true);
    Ok = Ok && Found == Calls.size();
  }
  bool ok() const { return Ok; }
  const AcrossGroups &groups() const { return Groups; }

private:
  bool holdsCall(const Stmt *S) const {
    return anyOf(S, [&](const Stmt *X) { return isa<CallExpr>(X) && Calls.count(cast<CallExpr>(X)); });
  }
  static bool leaves(const Stmt *S, bool AlsoLoop) {
    if (!S || isa<Expr>(S))
      return false;
    if (isa<ReturnStmt>(S) || (AlsoLoop && isa<BreakStmt, ContinueStmt>(S)))
      return true;
    bool Inner = AlsoLoop && !isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
    return llvm::any_of(S->children(), [&](const Stmt *C) { return leaves(C, Inner); });
  }
  /// \p Loop: inside a loop that holds a call.
  void visit(const Stmt *S, bool Loop, bool AsStatement) {
    if (!S || !Ok)
      return;
    if (const auto *C = dyn_cast<CallExpr>(S); C && Calls.count(C)) {
      ++Found;
      Ok = AsStatement && llvm::all_of(C->arguments(), [&](const Expr *A) { return !Groups.differs(A); });
      return;
    }
    const Expr *Cond = conditionOf(S);
    bool Holds = holdsCall(S), IsLoop = isa<ForStmt, WhileStmt, DoStmt>(S);
    bool Matters = Holds || leaves(S, Loop && !IsLoop && !isa<SwitchStmt>(S));
    if (Cond && Matters && Groups.differs(Cond))
      Ok = false;
    if (isa<SwitchStmt, GotoStmt>(S) && Matters)
      Ok = false;
    bool Statements = isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, LabelStmt>(S);
    for (const Stmt *Child : S->children()) {
      bool Header = Child == Cond || (isa<ForStmt>(S) && Child != cast<ForStmt>(S)->getBody());
      visit(Child, IsLoop ? Holds : Loop, Statements && !Header);
    }
  }

  AcrossGroups Groups;
  const std::set<const CallExpr *> &Calls;
  size_t Found = 0;
  bool Ok;
};

/// Whether `#pragma persistify barrier` stands on the line in front of \p F.
bool isNamed(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(F->getBeginLoc());
  llvm::StringRef Before = SM.getBufferData(File).take_front(Offset).rtrim();
  llvm::StringRef Line = Before.substr(Before.rfind('\n') + 1);
  llvm::SmallVector<llvm::StringRef, 4> Words;
  llvm::SplitString(Line, Words);
  return F->getReturnType()->isVoidType() &&
         Words == llvm::ArrayRef<llvm::StringRef>({"#pragma", "persistify", "barrier"});
}

} // namespace

OwnBarriers findOwnBarriers(const FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses) {
  OwnBarriers Out;
  std::map<const FunctionDecl *, Helper> Helpers;
  for (const FunctionDecl *F : Tree.below(Kernel))
    if (F != Kernel && Tree.has(F, [](Builtin B) { return B == Builtin::Barrier; })) {
      Helper H(F, Tree);
      if (isNamed(F)) {
        Out.Named.insert(F);
        walk(F->getBody(), [&](const Stmt *S) {
          if (isa<ForStmt, WhileStmt, DoStmt>(S))
            H.Waits.insert(S);
          return true;
        });
      } else if (!H.match()) {
        continue;
      }
      Helpers.emplace(F, std::move(H));
    }
  if (Helpers.empty())
    return {};
  for (const auto &[F, H] : Helpers)
    for (const Stmt *W : H.Waits)
      if (!W->getBeginLoc().isFileID() || !W->getEndLoc().isFileID())
        return {}; // it cannot be taken out of a macro
  for (const auto &[F, H] : Helpers)
    Out.Waits.insert(H.Waits.begin(), H.Waits.end());
  if (findWaitingLoop(Kernel, Tree, Accesses, Out.Waits).Loop)
    return {}; // it waits in another way too
  std::map<unsigned, const FunctionDecl *> Users;
  for (const FunctionDecl *F : Tree.below(Kernel))
    for (const FunctionFacts::Call &C : Tree.facts(F).Calls) {
      auto It = Helpers.find(C.Callee);
      if (It == Helpers.end())
        continue;
      if (F != Kernel)
        return {};
      Out.Calls.insert(C.E);
      for (unsigned I = 0; I < C.E->getNumArgs(); ++I) {
        const Expr *Arg = C.E->getArg(I);
        const ParmVarDecl *Q = C.Callee->getParamDecl(I);
        if (Q->getType()->isPointerType()) {
          Roots R = Accesses.roots(Kernel, Arg);
          if (R.Unknown || !R.Objects.empty() || R.Params.size() != 1)
            return {};
          unsigned P = *R.Params.begin();
          if (Kernel->getParamDecl(P)->getType()->getPointeeType().getAddressSpace() != LangAS::opencl_global)
            return {};
          // Two barriers on one counter do not wait for the same arrivals.
          if (auto [U, New] = Users.try_emplace(P, C.Callee); !New && U->second != C.Callee)
            return {};
          Out.Memory.insert(P);
        }
        if (It->second.Counts.count(Q) && !isNumGroups(Kernel, Arg)) {
          const auto *D = dyn_cast<DeclRefExpr>(settled(Kernel, Arg));
          const auto *V = D ? dyn_cast<ParmVarDecl>(D->getDecl()) : nullptr;
          if (!V || V->getDeclContext() != Kernel)
            return {};
          Out.Groups.insert(V->getFunctionScopeIndex());
        }
      }
    }
  // Nobody else looks at their memory.
  for (const MemoryAccess &A : Accesses.of(Kernel).Accesses) {
    const auto *C = dyn_cast<CallExpr>(A.E);
    if (C && Out.Calls.count(C))
      continue;
    if (A.Where.Unknown || llvm::any_of(A.Where.Params, [&](unsigned P) { return Out.Memory.count(P); }))
      return {};
  }
  // A parameter that must be the number of groups keeps its value.
  for (unsigned P : Out.Groups)
    if (isChanged(Kernel, Kernel->getParamDecl(P)))
      return {};
  if (Out.Calls.empty() || !Sites(Kernel, Tree, Out.Calls).ok())
    return {};
  return Out;
}

} // namespace persistify::kernel
