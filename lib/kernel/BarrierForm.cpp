//===- lib/kernel/BarrierForm.cpp ------------------------------------------===//
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
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace persistify::kernel {

// ---- expressions ----

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

bool isChanged(const FunctionDecl *F, const VarDecl *V) {
  return anyOf(F->getBody(), [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    return (B && B->isAssignmentOp() && variableOf(B->getLHS()) == V) ||
           (U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf) && variableOf(U->getSubExpr()) == V);
  });
}

bool isConstant(const FunctionDecl *F, const Expr *E, int64_t Value) {
  Expr::EvalResult R;
  return !E->isValueDependent() && E->EvaluateAsInt(R, F->getASTContext()) && R.Val.getInt() == Value;
}
bool isQuery(const Expr *E, llvm::StringRef Name, const FunctionDecl *F) {
  const auto *C = dyn_cast<CallExpr>(E);
  return C && isIdQuery(builtinOf(C)) && calledName(C) == Name &&
         (C->getNumArgs() == 0 || isConstant(F, C->getArg(0), 0));
}
bool isLocalId(const Expr *E, const FunctionDecl *F) {
  return isQuery(E, "get_local_id", F) || isQuery(E, "get_local_linear_id", F);
}
bool isSameCalculation(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  A = A->IgnoreParenImpCasts(), B = B->IgnoreParenImpCasts();
  const auto *X = dyn_cast<CallExpr>(A), *Y = dyn_cast<CallExpr>(B);
  // A builtin may be declared for each of its calls.
  if (X && Y && isIdQuery(builtinOf(X)) && builtinOf(X) == builtinOf(Y))
    return calledName(X) == calledName(Y) &&
           llvm::equal(X->arguments(), Y->arguments(),
                       [&](const Expr *P, const Expr *Q) { return isSameCalculation(P, Q, Ctx); });
  const auto *L = dyn_cast<BinaryOperator>(A), *R = dyn_cast<BinaryOperator>(B);
  if (L && R)
    return L->getOpcode() == R->getOpcode() && Ctx.hasSameType(L->getType(), R->getType()) &&
           isSameCalculation(L->getLHS(), R->getLHS(), Ctx) && isSameCalculation(L->getRHS(), R->getRHS(), Ctx);
  llvm::FoldingSetNodeID P, Q;
  A->Profile(P, Ctx, /*Canonical=*/true);
  B->Profile(Q, Ctx, true);
  return P == Q;
}
const BinaryOperator *binary(const FunctionDecl *F, const Expr *E, BinaryOperatorKind K) {
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

// ---- statements ----

static bool calls(const Stmt *S, Builtin B) {
  const auto *C = dyn_cast<CallExpr>(S);
  return C && builtinOf(C) == B;
}
bool BarrierForm::isBarrier(const Stmt *S) { return calls(S, Builtin::Barrier); }
bool BarrierForm::isFence(const Stmt *S) { return isa<NullStmt>(S) || calls(S, Builtin::Fence); }

bool BarrierForm::onlyLooks(const Stmt *S) {
  return !anyOf(S, [&](const Stmt *X) {
    if (const auto *B = dyn_cast<BinaryOperator>(X))
      return B->isAssignmentOp();
    if (const auto *U = dyn_cast<UnaryOperator>(X))
      return U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf;
    const auto *E = dyn_cast<Expr>(X);
    return E && (isa<AtomicExpr>(E) || (isa<CallExpr>(E) && !isIdQuery(builtinOf(E)))) && !isa<DeclRefExpr>(E);
  });
}

bool BarrierForm::isPrivate(const VarDecl *V) {
  return V && V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local;
}

const Expr *BarrierForm::origin(const Expr *E) {
  E = settled(F, E);
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
  if (!V || !Text.Call || V->getDeclContext() != F || isChanged(F, V))
    return E;
  Shape.Fixed.insert(V);
  return settled(Text.Kernel, Text.Call->getArg(V->getFunctionScopeIndex()));
}

bool BarrierForm::isFirstItem(const Expr *E) {
  E = settled(F, E);
  auto Local = [&](const Expr *X) { return isLocalId(origin(X), F); };
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
    return Local(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && B->getOpcode() == BO_EQ &&
         ((Local(B->getLHS()) && isConstant(F, B->getRHS(), 0)) ||
          (Local(B->getRHS()) && isConstant(F, B->getLHS(), 0)));
}

const Expr *BarrierForm::waitCondition(const Stmt *S) {
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

// ---- cells ----

static bool isWord(const FunctionDecl *F, QualType T) {
  return !T->isIncompleteType() && F->getASTContext().getTypeSizeInChars(T).getQuantity() == 4;
}

Cell BarrierForm::pointee(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<ParmVarDecl>(R->getDecl());
    return {V && V->getType()->isPointerType() && !isChanged(F, V) ? V : nullptr};
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return cell(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Add)
    return B->getLHS()->getType()->isPointerType() ? at(B->getLHS(), B->getRHS()) : at(B->getRHS(), B->getLHS());
  return {};
}
Cell BarrierForm::at(const Expr *Base, const Expr *Index) const {
  // Steps of another size would be other words.
  if (!Base->getType()->isPointerType() || !isWord(F, Base->getType()->getPointeeType()))
    return {};
  Cell C = pointee(Base);
  Expr::EvalResult V;
  if (Index->EvaluateAsInt(V, F->getASTContext()))
    C.At += V.Val.getInt().extOrTrunc(64).getSExtValue();
  else if (C.Index)
    return {};
  else
    C.Index = Index;
  return C;
}
Cell BarrierForm::cell(const Expr *E) const {
  E = E->IgnoreParens();
  if (!isWord(F, E->getType()))
    return {};
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return pointee(U->getSubExpr());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return at(A->getBase(), A->getIdx());
  return {};
}
BarrierForm::AtomicCall BarrierForm::atomicCall(const Expr *E) const {
  E = E->IgnoreParenCasts();
  const auto *C = dyn_cast<CallExpr>(E);
  if (!C || !isAtomic(builtinOf(C)) || C->getNumArgs() == 0)
    return {};
  llvm::StringRef N = calledName(C);
  N.consume_front("atomic_") || N.consume_front("atom_");
  N.consume_front("fetch_");
  N.consume_back("_explicit");
  QualType T = C->getArg(0)->getType();
  if (!T->isPointerType() || !isWord(F, T->getPointeeType()))
    return {};
  return {N, pointee(C->getArg(0)), C->getNumArgs() > 1 ? C->getArg(1) : nullptr,
          C->getNumArgs() > 2 ? C->getArg(2) : nullptr};
}
Cell BarrierForm::reads(const Expr *E) const {
  E = E->IgnoreParens();
  while (const auto *K = dyn_cast<CastExpr>(E)) {
    if (K->getCastKind() == CK_LValueToRValue || K->getCastKind() == CK_AtomicToNonAtomic)
      if (Cell C = cell(K->getSubExpr()))
        return C;
    E = K->getSubExpr()->IgnoreParens();
  }
  AtomicCall A = atomicCall(E);
  if (A.Op == "load")
    return A.On;
  Expr::EvalResult Old, New;
  bool Same = (A.Op == "or" || A.Op == "add" || A.Op == "xor" || A.Op == "sub") && A.Value && isConstant(F, A.Value, 0);
  if (A.Op == "cmpxchg" && A.Second) // the same for the same
    Same = A.Value->EvaluateAsInt(Old, F->getASTContext()) && A.Second->EvaluateAsInt(New, F->getASTContext()) &&
           llvm::APSInt::isSameValue(Old.Val.getInt(), New.Val.getInt());
  return Same ? A.On : Cell();
}
Cell BarrierForm::stores(const Expr *E, const Expr *&Value) const {
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

} // namespace persistify::kernel
