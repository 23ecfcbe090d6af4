//===- ForesightPlaces.cpp - what lvalues designate ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/ForesightWalk.h"
#include "library/Literals.h"
#include "persistify/Containment.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace persistify::host::foresight {

Spot Walk::follow(Spot S) const {
  for (unsigned I = 0; I < 16; ++I) {
    Datum D = M.read(S);
    if (D.K != Datum::Bound)
      break;
    S = D.S;
  }
  return S;
}

Spot Walk::fresh(QualType T) {
  Spot S = M.create();
  return T->isArrayType() ? S : S + "[0]";
}

// ---- places -----------------------------------------------------------------------

Spot Walk::variable(const ValueDecl *D) {
  D = cast<ValueDecl>(D->getCanonicalDecl());
  if (!Frames.empty()) {
    if (auto It = Frames.back().Vars.find(D); It != Frames.back().Vars.end())
      return follow(It->second);
    if (auto *V = dyn_cast<VarDecl>(D); !Frames.back().Closure.empty() && !(V && V->hasGlobalStorage()))
      if (Spot At = Frames.back().Closure + ".=" + D->getNameAsString(); M.knows(At))
        return follow(At);
  }
  auto *V = dyn_cast<VarDecl>(D);
  if (!V || (V->hasLocalStorage() && !V->isStaticLocal())) {
    if (!V || Frames.empty())
      return {};
    return Frames.back().Vars[D] = M.create(); // a parameter that is not known
  }
  Spot &Of = GlobalOf[V];
  if (Of.empty()) {
    Spot &At = Globals[globalKey(V)];
    if (At.empty())
      At = M.create();
    Of = At;
  }
  return follow(Of);
}

/// A member of a pair, which may be the entry of a map.
Spot Walk::half(const Spot &Pair, bool Second) const {
  if (llvm::StringRef(Pair).ends_with(")"))
    return Second ? follow(Pair) : Pair + "!key";
  return Pair.empty() ? Pair : follow(Pair + (Second ? ".second" : ".first"));
}

Spot Walk::member(Spot Base, const ValueDecl *F) {
  if (auto *V = dyn_cast<VarDecl>(F))
    return variable(V);
  auto *FD = dyn_cast<FieldDecl>(F);
  if (Base.empty() || !FD)
    return {};
  // A std::array's only member is its elements; unnamed ones are no step.
  Container C = containerOf(Ctx->getRecordType(FD->getParent()));
  if (C == Container::Pair)
    return half(Base, FD->getName() == "second");
  if (FD->getIdentifier() && C != Container::Array)
    Base += (FD->getParent()->isUnion() ? ".|" : ".") + FD->getNameAsString();
  return follow(Base);
}

Spot Walk::element(const Spot &Base, const Datum &Index) {
  if (Base.empty())
    return {};
  return follow(Base + (Index.K == Datum::Int ? "[" + std::to_string(Index.I) + "]" : "[?]"));
}

/// What a pointer points to. One that is not known points to something of its own.
Spot Walk::pointee(const clang::Expr *X) {
  Datum P = value(X);
  if (P.K == Datum::Address)
    return follow(P.S);
  if (P.K != Datum::Unknown || !X->getType()->isPointerType() || X->getType()->isVoidPointerType())
    return {};
  auto *Load = dyn_cast<ImplicitCastExpr>(X->IgnoreParens());
  Spot At = Load && Load->getCastKind() == CK_LValueToRValue ? place(Load->getSubExpr()) : Spot();
  if (At.empty() || Dead)
    return {};
  Spot To = fresh(X->getType()->getPointeeType());
  M.write(At, Datum::address(To));
  return To;
}

const clang::Expr *wrappedIn(const clang::Expr *X) {
  if (isa<ParenExpr>(X))
    return X->IgnoreParens();
  if (auto *C = dyn_cast<FullExpr>(X))
    return C->getSubExpr();
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
    return B->getSubExpr();
  if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(X))
    return S->getReplacement();
  return nullptr;
}
Spot Walk::place(const clang::Expr *X) {
  if (!X || !spend() || Depth > 200)
    return {};
  Deeper Here(Depth);
  if (const clang::Expr *Inner = wrappedIn(X))
    return place(Inner);
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(X)) {
    if (!isLeaf(T->getType()))
      return place(T->getSubExpr());
    Spot At = M.create();
    init(At, T->getSubExpr(), T->getType());
    return At;
  }
  if (auto *D = dyn_cast<DeclRefExpr>(X))
    return isa<FunctionDecl>(D->getDecl()) ? Spot() : variable(D->getDecl());
  if (auto *E = dyn_cast<MemberExpr>(X)) {
    Spot Base = E->isArrow() ? pointee(E->getBase()) : place(E->getBase());
    return member(Base, E->getMemberDecl());
  }
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X)) {
    Datum I = value(A->getIdx());
    auto *Decay = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      return element(place(Decay->getSubExpr()), I);
    Spot P = pointee(A->getBase());
    if (I.K == Datum::Int)
      return follow(moved(P, I.I));
    return lastIndex(P) ? element(withoutIndex(P), I) : Spot();
  }
  if (auto *U = dyn_cast<UnaryOperator>(X)) {
    if (U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr());
    if (Datum Value; U->isIncrementDecrementOp() && U->isPrefix())
      return step(U, Value);
    if (U->getOpcode() == UO_Extension || U->getOpcode() == UO_Real)
      return place(U->getSubExpr());
    return {};
  }
  if (auto *B = dyn_cast<BinaryOperator>(X)) {
    if (Datum Value; B->isAssignmentOp())
      return assign(B, Value);
    if (B->getOpcode() == BO_Comma) {
      run(B->getLHS());
      return place(B->getRHS());
    }
    return {};
  }
  if (auto *C = dyn_cast<AbstractConditionalOperator>(X))
    return either(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), true).S;
  if (auto *C = dyn_cast<CastExpr>(X)) {
    switch (C->getCastKind()) {
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
    case CK_LValueBitCast:
    case CK_LValueToRValue: return place(C->getSubExpr());
    default: return {};
    }
  }
  if (auto *C = dyn_cast<CallExpr>(X)) {
    Datum D = call(C);
    return D.K == Datum::Bound ? follow(D.S) : Spot();
  }
  if (auto *T = dyn_cast<CXXThisExpr>(X); T && !Frames.empty())
    return Frames.back().This;
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return place(D->getExpr());
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    return place(D->getExpr());
  if (auto *E = dyn_cast<StmtExpr>(X)) {
    const CompoundStmt *S = E->getSubStmt();
    llvm::SmallVector<const clang::Stmt *, 8> Body(S->body_begin(), S->body_end());
    auto *Last = Body.empty() ? nullptr : dyn_cast<clang::Expr>(Body.back());
    if (!Last)
      return {};
    Body.pop_back();
    return block(Body, 0) == Flow::Next ? place(Last) : Spot();
  }
  if (X->isGLValue() && !isa<clang::StringLiteral, CompoundLiteralExpr, InitListExpr>(X))
    return {};
  Spot At = M.create(); // a temporary
  if (auto *L = dyn_cast<CompoundLiteralExpr>(X))
    init(At, L->getInitializer(), L->getType());
  else
    init(At, X, X->getType());
  return At;
}

} // namespace persistify::host::foresight
