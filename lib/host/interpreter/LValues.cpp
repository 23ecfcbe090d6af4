//===- LValues.cpp - which place an expression designates ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "device/Events.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Ordering.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

Place Expressions::namedPlace(const DeclRefExpr *X) {
  Place P;
  if (auto *B = dyn_cast<BindingDecl>(X->getDecl())) {
    P = stmts().bindingPlace(B);
    P.Spelled = X;
    return P;
  }
  auto *V = dyn_cast<VarDecl>(X->getDecl());
  if (!V) {
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"'" + text(X) + "'"});
    return {};
  }
  P = places().objectOf(V);
  P.Spelled = X;
  return leaves().isAtomic(P) ? Place() : P;
}

Place Expressions::memberPlace(const MemberExpr *M) {
  Place Base;
  if (M->isArrow()) {
    Value V = keeping().pointerOf(M->getBase());
    if (V.K != Value::Pointer) {
      refuse(Diag::HostPointer, M->getSourceRange(), {text(M->getBase())});
      return {};
    }
    Base = V.P;
  } else if (M->getBase()->isGLValue()) {
    Base = lvalue(M->getBase());
  } else {
    Value V = rvalue(M->getBase());
    Base = V.P;
  }
  if (!ok() || !Base.valid())
    return {};
  if (auto *F = dyn_cast<FieldDecl>(M->getMemberDecl())) {
    if (!places().hasMember(Base, F) && !planted("first-members")) {
      refuse(Diag::HostPointer, M->getSourceRange(), {text(M->getBase())});
      return {};
    }
    if (auto To = referenceMember(Base, F))
      return *To;
    Place P = places().field(Base, F);
    P.Spelled = M;
    return leaves().isAtomic(P) ? Place() : P;
  }
  if (auto *V = dyn_cast<VarDecl>(M->getMemberDecl())) { // static member
    Place P = places().objectOf(V);
    P.Spelled = M;
    return P;
  }
  return unknownPlace(M);
}

void Expressions::followList(Value &V, const clang::Expr *X) {
  const Place &P = V.P;
  if (V.K != Value::Later || !pointsToEvents(X->getType()) || !isOneLeaf(P) || !P.Path.empty() || !LoopStmt ||
      planted("events-by-constants"))
    return;
  const VarDecl *D = Objects[P.Obj].External ? Objects[P.Obj].D : nullptr;
  if (D && D->isLocalVarDecl() && Index.changesOnlyBefore(D, LoopStmt->getBeginLoc()))
    V = Value::pointer(places().pointee(Place(P)));
}

bool Expressions::leadsToEvents(const clang::Expr *X) {
  return pointsToEvents(X->getType()) && !X->IgnoreParenCasts()->getType()->isArrayType() &&
         !planted("events-by-constants");
}

Place Expressions::elementPlace(const ArraySubscriptExpr *A) {
  const clang::Expr *B = A->getBase()->IgnoreParens();
  size_t From = Out->size();
  Place P;
  if (auto *C = dyn_cast<CastExpr>(B); C && C->getCastKind() == CK_ArrayToPointerDecay) {
    P = lvalue(C->getSubExpr());
    P.Spelled = C->getSubExpr();
    From = Out->size();
    ExprP Idx = scalar(A->getIdx());
    if (!ok())
      return {};
    if (Place First = places().firstOf(P); First.valid())
      P = places().advance(keeping().kept(First, From), Idx, A->getSourceRange());
    else
      P = places().element(keeping().kept(P, From), Idx, A->getSourceRange());
  } else {
    Value V = keeping().pointerOf(B);
    if (places().EventsByIndex)
      followList(V, B);
    From = Out->size();
    ExprP Idx = scalar(A->getIdx());
    if (V.K == Value::Str)
      return strings().character(V, Idx, A, text(B));
    if (V.K != Value::Pointer) {
      if (ok())
        refuse(Diag::HostPointer, A->getSourceRange(), {text(B)});
      return {};
    }
    if (!viewedAs(V.P, A->getType(), A->getSourceRange()))
      return {};
    llvm::SaveAndRestore Indexed(places().EventsByIndex, places().EventsByIndex || leadsToEvents(B));
    P = keeping().kept(V.P, From);
    if (P.Or && places().classify(P.T) == LeafKind::Record) // perhaps at the end, from where the way leads back only
      P = moved(P, B->getType(), castTo({ScalarType::Signed, 64}, Idx), A->getSourceRange()).P;
    else
      P = places().advance(P, Idx, A->getSourceRange());
  }
  P.Spelled = A;
  return P;
}

Place Expressions::pointeePlace(const UnaryOperator *U) {
  Value V = keeping().pointerOf(U->getSubExpr());
  if (V.K == Value::Str)
    return strings().character(V, constant(sizeType(), 0), U, text(U->getSubExpr()));
  if (V.K != Value::Pointer) {
    refuse(Diag::HostPointer, U->getSourceRange(), {text(U->getSubExpr())});
    return {};
  }
  Place P = V.P;
  if (!viewedAs(P, U->getType(), U->getSourceRange()))
    return {};
  P.Spelled = U;
  return P;
}

Place Expressions::chosenPlace(const ConditionalOperator *C) {
  ExprP Cond = condition(C->getCond());
  if (!ok())
    return {};
  if (auto T = truth(Cond))
    return lvalue(*T ? C->getTrueExpr() : C->getFalseExpr());
  Cond = keeping().pinned(Cond, "choice");
  size_t From = Out->size();
  Place A = lvalue(C->getTrueExpr()), B = lvalue(C->getFalseExpr());
  return ok() && Out->size() == From && A.valid() && B.valid() ? keeping().choose(Cond, A, B) : unknownPlace(C);
}

Place Expressions::castPlace(const CastExpr *C) {
  switch (C->getCastKind()) {
  case CK_NoOp:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return places().toBase(lvalue(C->getSubExpr()), C->getSubExpr()->getType(), C->getType());
  case CK_BaseToDerived: return castValue(C).P;
  case CK_UserDefinedConversion: return lvalue(C->getSubExpr()); // operator const cl_mem &()
  default: return unknownPlace(C);
  }
}

Place Expressions::temporaryPlace(const clang::Expr *Init, QualType T) {
  Place P = places().temporary(T, "tmp");
  initialize(P, Init);
  return P;
}

Place Expressions::unknownPlace(const clang::Expr *X) {
  if (ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"'" + text(X) + "'"});
  return {};
}

Place Expressions::lvalue(const clang::Expr *X) {
  if (!ok())
    return {};
  X = X->IgnoreParens();
  effects().met(X);
  Evaluation Now(*this, X);
  if (auto *D = dyn_cast<DeclRefExpr>(X))
    return namedPlace(D);
  if (auto *M = dyn_cast<MemberExpr>(X))
    return memberPlace(M);
  if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
    return elementPlace(A);
  if (auto *U = dyn_cast<UnaryOperator>(X)) {
    if (U->getOpcode() == UO_Deref)
      return pointeePlace(U);
    if (U->isPrefix() && U->isIncrementDecrementOp())
      return increment(U, nullptr);
    if (U->getOpcode() == UO_Extension)
      return lvalue(U->getSubExpr());
  }
  if (auto *B = dyn_cast<BinaryOperator>(X)) {
    if (B->isAssignmentOp())
      return assignment(B);
    if (B->getOpcode() == BO_Comma) {
      effect(B->getLHS());
      return lvalue(B->getRHS());
    }
  }
  if (auto *C = dyn_cast<ConditionalOperator>(X))
    return chosenPlace(C);
  if (auto *C = dyn_cast<CastExpr>(X))
    return castPlace(C);
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(X)) {
    auto Made = containers().returnedVector(M->getType(), M->getSubExpr());
    return Made ? *Made : temporaryPlace(M->getSubExpr(), M->getType());
  }
  if (auto *L = dyn_cast<CompoundLiteralExpr>(X))
    return temporaryPlace(L->getInitializer(), L->getType());
  if (auto *O = dyn_cast<OpaqueValueExpr>(X))
    if (auto It = Given.find(O); It != Given.end())
      return It->second;
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X); B && ownsOnlyMemory(X->getType()))
    return lvalue(B->getSubExpr());
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return lvalue(D->getExpr());
  if (auto *S = dyn_cast<ExprWithCleanups>(X))
    return lvalue(S->getSubExpr());
  if (auto *C = dyn_cast<clang::CallExpr>(X)) {
    Value V = functions().call(C, true);
    if (V.K == Value::Pointer || V.K == Value::Record)
      return V.P;
  }
  return unknownPlace(X);
}

} // namespace persistify::host
