//===- lib/kernel/Retries.cpp ----------------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Retries.h"
#include "Builtins.h"
#include "Uniform.h"
#include "Walk.h"
#include "persistify/Containment.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace persistify::kernel {

/// The atomic call that the function called by \p C is, with its parameters as arguments; null if it does anything else.
/// int atomicCAS(volatile __global int *p, int e, int v) { return atomic_cmpxchg(p, e, v); }
static const CallExpr *forwarded(const CallExpr *C) {
  const FunctionDecl *F = C ? calleeWithBody(C) : nullptr;
  const auto *Body = F ? dyn_cast<CompoundStmt>(F->getBody()) : nullptr;
  const auto *Return = Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  const auto *Call =
      Return && Return->getRetValue() ? dyn_cast<CallExpr>(Return->getRetValue()->IgnoreParens()) : nullptr;
  if (!Call || !isAtomic(builtinOf(Call)))
    return nullptr;
  return llvm::all_of(Call->arguments(),
                      [](const Expr *A) {
                        const auto *D = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
                        return D && isa<ParmVarDecl>(D->getDecl());
                      })
             ? Call
             : nullptr;
}

bool isAtomicCall(const Expr *E) { return isAtomic(builtinOf(E)) || forwarded(dyn_cast<CallExpr>(E)); }

AtomicCall::AtomicCall(const Expr *E) {
  const auto *A = dyn_cast<AtomicExpr>(E);
  if (!A) {
    const auto *C = cast<CallExpr>(E);
    const CallExpr *Inner = forwarded(C);
    Args.append(C->arg_begin(), C->arg_end());
    Name = (Inner ? Inner : C)->getDirectCallee()->getName().str();
    if (!Inner)
      return;
    Args.clear();
    for (const Expr *X : Inner->arguments())
      Args.push_back(C->getArg(
          cast<ParmVarDecl>(cast<DeclRefExpr>(X->IgnoreParenImpCasts())->getDecl())->getFunctionScopeIndex()));
    return;
  }
  Args.push_back(A->getPtr());
  if (A->isCmpXChg()) {
    Args.push_back(A->getVal1());
    Args.push_back(A->getVal2());
    Name = "compare_exchange";
    return;
  }
  switch (A->getOp()) {
  case AtomicExpr::AO__opencl_atomic_load: Name = "load"; return;
  case AtomicExpr::AO__opencl_atomic_fetch_add: Name = "fetch_add"; break;
  case AtomicExpr::AO__opencl_atomic_fetch_sub: Name = "fetch_sub"; break;
  case AtomicExpr::AO__opencl_atomic_fetch_or: Name = "fetch_or"; break;
  case AtomicExpr::AO__opencl_atomic_fetch_xor: Name = "fetch_xor"; break;
  case AtomicExpr::AO__opencl_atomic_exchange: Name = "exchange"; break;
  default: Name = "fetch"; break;
  }
  if (A->getNumSubExprs() > 2)
    Args.push_back(A->getVal1());
}

Retries::Retries(const ASTContext &Ctx, const Flow &Graph, const Flow::Loop &In) : Ctx(Ctx), Graph(Graph), In(In) {
  std::set<const Stmt *> Expected;
  for (const CFGBlock *B : Graph.blocks())
    if (In.has(B))
      for (const CFGElement &Element : *B)
        if (auto S = Element.getAs<CFGStmt>())
          if (const auto *E = dyn_cast<Expr>(S->getStmt()); E && isAtomicCall(E)) {
            Atomics.push_back(E);
            // What is expected is changed only where the swap fails, to what is there.
            if (AtomicCall A(E); !A.givesValue() && A.Args.size() > 1)
              if (const auto *U = dyn_cast<UnaryOperator>(A.Args[1]->IgnoreParenCasts());
                  U && U->getOpcode() == UO_AddrOf && isa<DeclRefExpr>(U->getSubExpr()->IgnoreParens()))
                Expected.insert(U);
          }
  for (const CFGBlock *B : Graph.blocks())
    if (In.has(B))
      for (const CFGElement &Element : *B)
        if (auto S = Element.getAs<CFGStmt>(); S && !Expected.count(S->getStmt()))
          collect(S->getStmt());
}

void Retries::collect(const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    assign(B->getLHS(), B->isCompoundAssignmentOp() ? nullptr : B->getRHS(), B);
  } else if (U && U->isIncrementDecrementOp()) {
    assign(U->getSubExpr(), nullptr, U);
  } else if (U && U->getOpcode() == UO_AddrOf) {
    if (const VarDecl *V = variableOf(U->getSubExpr()))
      Escaped.insert(V);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        Assigned[V].push_back({V->getInit(), V->getInit()->IgnoreParens()});
  }
}

/// Whether a round can come from \p From to \p To, or (null) to its end, past \p By.
bool Retries::comesPast(Flow::Place From, const Stmt *To, const Stmt *By) const {
  BlockSet Seen(Graph.size());
  std::vector<Flow::Place> Work = {From};
  while (!Work.empty()) {
    const Flow::Place At = Work.back();
    Work.pop_back();
    bool Met = false;
    for (unsigned I = At.Index; I < At.Block->size() && !Met; ++I)
      if (auto S = (*At.Block)[I].getAs<CFGStmt>()) {
        if (S->getStmt() == To)
          return true;
        Met = S->getStmt() == By;
      }
    if (!Met)
      for (const CFGBlock *Next : At.Block->succs()) {
        if (Next == In.Header && !To)
          return true;
        if (Next && Next != In.Header && In.has(Next) && !Seen.test(Next->getBlockID())) {
          Seen.set(Next->getBlockID());
          Work.push_back({Next, 0});
        }
      }
  }
  return false;
}

bool Retries::isBefore(const Stmt *S, const Stmt *At) const { return !comesPast({In.Header, 0}, At, S); }

/// Whether each round that comes to \p At, and does not leave the loop then, comes to \p S, in front of it or behind.
bool Retries::comesBy(const Stmt *S, const Stmt *At) const {
  return S == At || isBefore(S, At) || !comesPast(behind(At), nullptr, S);
}

void Retries::assign(const Expr *To, const Expr *Value, const Expr *By) {
  if (const VarDecl *V = variable(To))
    Assigned[V].push_back({Value, By});
  else if (const VarDecl *Whole = variableOf(To)) // a part of it
    Escaped.insert(Whole);
}

/// A variable of the function's own, or a member of a union that is as large as it.
const VarDecl *Retries::variable(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *R = M->isArrow() ? nullptr : M->getBase()->getType()->getAsRecordDecl();
    if (!R || !R->isUnion() || Ctx.getTypeSize(M->getType()) != Ctx.getTypeSize(M->getBase()->getType()))
      return nullptr;
    E = M->getBase()->IgnoreParens();
  }
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType().getAddressSpace() != LangAS::opencl_local ? V : nullptr;
}

/// What E has all the bits of: without parentheses and casts that leave them as they are, and of an
/// assignment what is assigned.
const Expr *Retries::value(const Expr *E) const {
  while (true) {
    E = E->IgnoreParens();
    const Expr *From = nullptr;
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() != CK_NoOp && C->getCastKind() != CK_BitCast && C->getCastKind() != CK_IntegralCast)
        return E;
      From = C->getSubExpr();
    } else if (const auto *A = dyn_cast<AsTypeExpr>(E)) {
      From = A->getSrcExpr();
    } else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Assign) {
      From = B->getRHS();
    } else if (const auto *C = dyn_cast<CallExpr>(E);
               C && C->getNumArgs() == 1 && C->getDirectCallee() && C->getDirectCallee()->getIdentifier() &&
               C->getDirectCallee()->getName().starts_with("as_") && builtinOf(C) == Builtin::Other) {
      From = C->getArg(0);
    }
    if (!From || Ctx.getTypeSize(From->getType()) != Ctx.getTypeSize(E->getType()))
      return E;
    E = From;
  }
}

/// What E is the value of. The operand of a cast of bits has no cast of its own for this.
static const Expr *loaded(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && C->getCastKind() == CK_LValueToRValue)
    return C->getSubExpr();
  return E->isGLValue() ? E : nullptr;
}

/// The one assignment to V in the loop; null if there are none or more.
const Retries::Assignment *Retries::only(const VarDecl *V) const {
  auto It = Assigned.find(V);
  return It != Assigned.end() && It->second.size() == 1 && !Escaped.count(V) ? &It->second.front() : nullptr;
}

// ---- addresses

Retries::Cell Retries::cellOfPointer(const Expr *P) const {
  const QualType T = P->getType()->isPointerType() ? P->getType()->getPointeeType() : QualType();
  auto Size = [&](QualType Of) { return Of->isIncompleteType() || Of->isVoidType() ? 0 : Ctx.getTypeSize(Of); };
  while (!T.isNull()) {
    P = P->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(P);
    const QualType From = C ? C->getSubExpr()->getType() : QualType();
    if (!C || C->getCastKind() == CK_LValueToRValue || !From->isPointerType() ||
        Size(From->getPointeeType()) != Size(T))
      break;
    P = C->getSubExpr();
  }
  if (const auto *U = dyn_cast<UnaryOperator>(P); U && U->getOpcode() == UO_AddrOf)
    return cellOf(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(P);
      B && B->getOpcode() == BO_Add && B->getLHS()->getType()->isPointerType())
    return {B->getLHS(), B->getRHS(), T};
  return {P, nullptr, T};
}

Retries::Cell Retries::cellOf(const Expr *L) const {
  L = L->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(L); U && U->getOpcode() == UO_Deref)
    return cellOfPointer(U->getSubExpr());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(L))
    return {A->getBase(), A->getIdx(), L->getType()};
  return {L, nullptr, L->getType()};
}

bool Retries::sameText(const Expr *A, const Expr *B) const {
  llvm::FoldingSetNodeID X, Y;
  A->IgnoreParenImpCasts()->Profile(X, Ctx, /*Canonical=*/true);
  B->IgnoreParenImpCasts()->Profile(Y, Ctx, true);
  return X == Y;
}

bool Retries::same(const Cell &A, const Cell &B) const {
  if (A.T.isNull() || B.T.isNull() || A.T->isVoidType() || B.T->isVoidType() ||
      Ctx.getTypeSize(A.T) != Ctx.getTypeSize(B.T) || !sameText(A.Base, B.Base))
    return false;
  auto Number = [&](const Expr *I) -> std::optional<int64_t> {
    Expr::EvalResult R;
    if (!I)
      return 0;
    return I->EvaluateAsInt(R, Ctx) ? std::optional<int64_t>(R.Val.getInt().getExtValue()) : std::nullopt;
  };
  const auto I = Number(A.Index), J = Number(B.Index);
  return I || J ? I == J : sameText(A.Index, B.Index);
}

bool Retries::sameCell(const Expr *A, const Expr *B) const { return same(cellOfPointer(A), cellOfPointer(B)); }

// ---- values

/// Whether E reads what Pointer points to, and leaves it as it is.
bool Retries::isRead(const Expr *E, const Expr *Pointer) const {
  if (const Expr *L = loaded(E))
    return same(cellOf(L), cellOfPointer(Pointer));
  if (!isAtomicCall(E))
    return false;
  const AtomicCall A(E);
  if (!A.givesValue() || !sameCell(A.Args[0], Pointer))
    return false;
  const llvm::StringRef N = A.Name;
  if (N.contains("load"))
    return true;
  auto Number = [&](unsigned I) -> std::optional<llvm::APSInt> {
    Expr::EvalResult R;
    return I < A.Args.size() && A.Args[I]->EvaluateAsInt(R, Ctx) ? std::optional(R.Val.getInt()) : std::nullopt;
  };
  if (N.contains("cmpxchg"))
    return Number(1) && Number(2) && llvm::APSInt::isSameValue(*Number(1), *Number(2));
  const bool Neutral = N.contains("add") || N.contains("sub") || N.contains("or"); // or xor
  return Neutral && Number(1) && *Number(1) == 0;
}

/// Whether E, when a trip comes to Swap, is or in some trips becomes what is there, as long as nobody else writes.
bool Retries::isFresh(const Expr *E, const Expr *Swap, unsigned Depth) const {
  E = value(E);
  if (E == Swap || isRead(E, AtomicCall(Swap).Args[0]))
    return true;
  const VarDecl *V = read(E);
  const Assignment *A = V ? only(V) : nullptr;
  return A && A->Value && comesBy(A->By, Swap) && Depth < 8 && isFresh(A->Value, Swap, Depth + 1);
}

/// The constant that each trip that comes to Exchange has put there before; null if there is none.
/// v = atomic_xchg(p, atomic_xchg(p, 0) + v) gives 0 again, unless somebody else came between.
const Expr *Retries::putBefore(const Expr *Exchange) const {
  for (const Expr *Other : Atomics) {
    const AtomicCall A(Other), B(Exchange);
    if (Other != Exchange && A.exchanges() && isBefore(Other, Exchange) && sameCell(A.Args[0], B.Args[0]) &&
        A.Args[1]->isEvaluatable(Ctx))
      return A.Args[1];
  }
  return nullptr;
}

/// Whether two constants are the same.
static bool sameConstant(const Expr *A, const Expr *B, const ASTContext &Ctx) {
  Expr::EvalResult X, Y;
  if (A->EvaluateAsInt(X, Ctx) && B->EvaluateAsInt(Y, Ctx))
    return llvm::APSInt::isSameValue(X.Val.getInt(), Y.Val.getInt());
  llvm::APFloat F(0.0), G(0.0);
  return A->EvaluateAsFloat(F, Ctx) && B->EvaluateAsFloat(G, Ctx) && F.convertToDouble() == G.convertToDouble();
}

bool Retries::succeeds(const Expr *Swap) const {
  if (planted("any-swap"))
    return true;
  const AtomicCall A(Swap);
  if (!llvm::is_contained(Atomics, Swap))
    return false;
  if (A.exchanges())
    return putBefore(Swap) != nullptr;
  if (A.Args.size() < 3)
    return false;
  if (A.givesValue())
    return isFresh(A.Args[1], Swap);
  // The swap itself puts there what it found.
  const auto *U = dyn_cast<UnaryOperator>(A.Args[1]->IgnoreParenCasts());
  const VarDecl *V = U && U->getOpcode() == UO_AddrOf ? variable(U->getSubExpr()) : nullptr;
  if (!V || Escaped.count(V))
    return false;
  if (!Assigned.count(V))
    return true;
  const Assignment *Only = only(V);
  return Only && Only->Value && comesBy(Only->By, Swap) && isFresh(Only->Value, Swap);
}

/// The swap whose result E has; null if it may have another value.
const Expr *Retries::swapOf(const Expr *E, const Expr *Test) const {
  auto Swaps = [](const Expr *X) {
    return isAtomicCall(X) && (AtomicCall(X).swapsIfEqual() || AtomicCall(X).exchanges());
  };
  E = value(E);
  if (Swaps(E))
    return E;
  const VarDecl *V = read(E);
  const Assignment *A = V ? only(V) : nullptr;
  const Expr *X = A && A->Value && comesBy(A->By, Test) ? value(A->Value) : nullptr;
  return X && Swaps(X) ? X : nullptr;
}

/// The variable that E is the value of.
const VarDecl *Retries::read(const Expr *E) const {
  const Expr *L = loaded(value(E));
  return L ? variable(L) : nullptr;
}

bool Retries::testsSuccess(const BinaryOperator *Test) const {
  const Flow::Place At = Graph.find(Test);
  if (!Test->isEqualityOp() || !At.Block || !In.has(At.Block))
    return false;
  auto Compares = [&](const Expr *Swap, const Expr *Other) {
    if (Swap && AtomicCall(Swap).exchanges())
      return succeeds(Swap) && sameConstant(Other, putBefore(Swap), Ctx);
    const VarDecl *Expected = Swap ? read(AtomicCall(Swap).Args[1]) : nullptr;
    const Assignment *A = Expected ? only(Expected) : nullptr;
    if (!A || read(Other) != Expected || !succeeds(Swap) || anyOf(A->By, [&](const Stmt *X) { return X == Swap; }))
      return false;
    // It must still be what was expected then.
    return !Flow::reaches(
               behind(Swap), [&](const Expr *E) { return E == A->By; },
               [&](const Expr *E) { return E == Test || E == Swap; }) ||
           !Flow::reaches(
               behind(A->By), [&](const Expr *E) { return E == Test; }, [&](const Expr *E) { return E == Swap; });
  };
  auto Swap = [&](const Expr *E) {
    const Expr *X = swapOf(E, Test);
    return X && AtomicCall(X).givesValue() ? X : nullptr;
  };
  return Compares(Swap(Test->getLHS()), Test->getRHS()) || Compares(Swap(Test->getRHS()), Test->getLHS());
}

} // namespace persistify::kernel
