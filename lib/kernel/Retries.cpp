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

Retries::Retries(const ASTContext &Ctx, const Stmt *Loop) : Ctx(Ctx) {
  if (const auto *L = dyn_cast<ForStmt>(Loop)) {
    collect(L->getCond(), {});
    collect(L->getBody(), {});
    collect(L->getInc(), {});
  } else if (const auto *L = dyn_cast<WhileStmt>(Loop)) {
    collect(L->getCond(), {});
    collect(L->getBody(), {});
  } else {
    collect(cast<DoStmt>(Loop)->getBody(), {});
    collect(cast<DoStmt>(Loop)->getCond(), {});
  }
}

/// Whether S may go to the next trip of the loop around it.
static bool continues(const Stmt *S) {
  bool Found = false;
  walk(S, [&](const Stmt *X) {
    Found |= isa<ContinueStmt>(X);
    return !isa<ForStmt, WhileStmt, DoStmt>(X);
  });
  return Found;
}

void Retries::collect(const Stmt *S, std::vector<const Stmt *> Under) {
  if (!S)
    return;
  const Spot Here = {Count++, Under};
  Jumps |= isa<GotoStmt, LabelStmt, IndirectGotoStmt>(S);
  auto Within = [&](const Stmt *Part, const Stmt *Why) {
    std::vector<const Stmt *> More = Under;
    More.push_back(Why);
    collect(Part, std::move(More));
  };
  if (const auto *I = dyn_cast<IfStmt>(S)) {
    collect(I->getCond(), Under);
    if (I->getThen())
      Within(I->getThen(), I->getThen());
    if (I->getElse())
      Within(I->getElse(), I->getElse());
    return;
  }
  if (const auto *B = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : B->body()) {
      collect(Child, Under);
      if (continues(Child))
        Under.push_back(Child); // what follows is left out in some trips
    }
    return;
  }
  if (isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S)) {
    for (const Stmt *Child : S->children())
      if (Child)
        Within(Child, S);
    return;
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(S)) {
    collect(C->getCond(), Under);
    Within(C->getTrueExpr(), C->getTrueExpr());
    Within(C->getFalseExpr(), C->getFalseExpr());
    return;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->isLogicalOp()) {
      collect(B->getLHS(), Under);
      Within(B->getRHS(), B->getRHS());
      return;
    }
    if (B->isComparisonOp())
      Spots[B] = Here;
    if (B->isAssignmentOp())
      assign(B->getLHS(), B->isCompoundAssignmentOp() ? nullptr : B->getRHS(), B, Here);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp()) {
    assign(U->getSubExpr(), nullptr, U, Here);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_AddrOf) {
    if (const VarDecl *V = variableOf(U->getSubExpr()))
      Escaped.insert(V);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        Assigned[V].push_back({V->getInit(), D, Here});
  }
  const auto *E = dyn_cast<Expr>(S);
  if (E && isAtomicCall(E)) {
    Spots[E] = Here;
    // What is expected is changed only where the swap fails, to what is there.
    if (AtomicCall A(E); !A.givesValue() && A.Args.size() > 1)
      if (const auto *U = dyn_cast<UnaryOperator>(A.Args[1]->IgnoreParenCasts());
          U && U->getOpcode() == UO_AddrOf && isa<DeclRefExpr>(U->getSubExpr()->IgnoreParens())) {
        for (const Expr *Arg : A.Args)
          if (Arg != A.Args[1])
            collect(Arg, Under);
        return;
      }
  }
  for (const Stmt *Child : S->children())
    collect(Child, Under);
}

void Retries::assign(const Expr *To, const Expr *Value, const Stmt *By, const Spot &Where) {
  if (const VarDecl *V = variable(To))
    Assigned[V].push_back({Value, By, Where});
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

static bool within(llvm::ArrayRef<const Stmt *> Outer, llvm::ArrayRef<const Stmt *> Inner) {
  return Outer.size() <= Inner.size() && Inner.take_front(Outer.size()) == Outer;
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

/// Whether E, at At in a trip, is or in some trips becomes what is there, as long as nobody else writes.
bool Retries::isFresh(const Expr *E, const Expr *Swap, const Spot &At, unsigned Depth) const {
  E = value(E);
  if (E == Swap || isRead(E, AtomicCall(Swap).Args[0]))
    return true;
  const VarDecl *V = read(E);
  const Assignment *A = V ? only(V) : nullptr;
  return A && A->Value && within(A->Where.Under, At.Under) && Depth < 8 && isFresh(A->Value, Swap, At, Depth + 1);
}

/// The constant that each trip that comes to Exchange has put there before; null if there is none.
/// v = atomic_xchg(p, atomic_xchg(p, 0) + v) gives 0 again, unless somebody else came between.
const Expr *Retries::putBefore(const Expr *Exchange) const {
  const Spot &Here = Spots.find(Exchange)->second;
  for (const auto &[X, There] : Spots) {
    const auto *Other = dyn_cast<Expr>(X);
    if (Other == Exchange || !Other || !isAtomicCall(Other) || !AtomicCall(Other).exchanges())
      continue;
    const AtomicCall A(Other), B(Exchange);
    const bool Inside = anyOf(B.Args[1], [&](const Stmt *Part) { return Part == Other; });
    if ((Inside || There.At < Here.At) && within(There.Under, Here.Under) && sameCell(A.Args[0], B.Args[0]) &&
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
  auto At = Spots.find(Swap);
  const AtomicCall A(Swap);
  if (!Jumps && At != Spots.end() && A.exchanges())
    return putBefore(Swap) != nullptr;
  if (Jumps || At == Spots.end() || A.Args.size() < 3)
    return false;
  if (A.givesValue())
    return isFresh(A.Args[1], Swap, At->second);
  // The swap itself puts there what it found.
  const auto *U = dyn_cast<UnaryOperator>(A.Args[1]->IgnoreParenCasts());
  const VarDecl *V = U && U->getOpcode() == UO_AddrOf ? variable(U->getSubExpr()) : nullptr;
  if (!V || Escaped.count(V))
    return false;
  if (!Assigned.count(V))
    return true;
  const Assignment *Only = only(V);
  return Only && Only->Value && within(Only->Where.Under, At->second.Under) && isFresh(Only->Value, Swap, At->second);
}

/// The swap whose result E has; null if it may have another value.
const Expr *Retries::swapOf(const Expr *E, const Spot &Test) const {
  auto Swaps = [](const Expr *X) {
    return isAtomicCall(X) && (AtomicCall(X).swapsIfEqual() || AtomicCall(X).exchanges());
  };
  E = value(E);
  if (Swaps(E))
    return E;
  const VarDecl *V = read(E);
  const Assignment *A = V ? only(V) : nullptr;
  const Expr *X = A && A->Value && within(A->Where.Under, Test.Under) ? value(A->Value) : nullptr;
  return X && Swaps(X) ? X : nullptr;
}

/// The variable that E is the value of.
const VarDecl *Retries::read(const Expr *E) const {
  const Expr *L = loaded(value(E));
  return L ? variable(L) : nullptr;
}

bool Retries::testsSuccess(const BinaryOperator *Test) const {
  auto At = Spots.find(Test);
  if (!Test->isEqualityOp() || At == Spots.end())
    return false;
  auto Compares = [&](const Expr *Swap, const Expr *Other) {
    if (Swap && AtomicCall(Swap).exchanges())
      return succeeds(Swap) && sameConstant(Other, putBefore(Swap), Ctx);
    const VarDecl *Expected = Swap ? read(AtomicCall(Swap).Args[1]) : nullptr;
    const Assignment *A = Expected ? only(Expected) : nullptr;
    if (!A || read(Other) != Expected || !succeeds(Swap) || anyOf(A->By, [&](const Stmt *X) { return X == Swap; }))
      return false;
    // It must still be what was expected then.
    const unsigned From = Spots.find(Swap)->second.At, To = At->second.At, Again = A->Where.At;
    const bool SameTrip = From < To || anyOf(Test, [&](const Stmt *X) { return X == Swap; });
    return SameTrip ? Again < std::min(From, To) || Again > std::max(From, To) : To < Again && Again < From;
  };
  auto Swap = [&](const Expr *E) {
    const Expr *X = swapOf(E, At->second);
    return X && AtomicCall(X).givesValue() ? X : nullptr;
  };
  return Compares(Swap(Test->getLHS()), Test->getRHS()) || Compares(Swap(Test->getRHS()), Test->getLHS());
}

} // namespace persistify::kernel
