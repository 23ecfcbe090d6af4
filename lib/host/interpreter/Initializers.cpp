//===- Initializers.cpp - what variables and objects begin as ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/Ordering.h"
#include "library/ContainerKinds.h"
#include "device/Events.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace persistify::host {

void Expressions::zeroMembers(const Place &P, const RecordDecl *R) {
  if (auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases()) // whose members are the object's own
      zeroMembers(P, B.getType()->getAsRecordDecl());
  for (const FieldDecl *F : R->fields())
    if (!F->isUnnamedBitField() && ok())
      initialize(places().field(P, F), new (Ctx) ImplicitValueInitExpr(F->getType()));
}

void Expressions::listMembers(const Place &P, const RecordDecl *R, const InitListExpr *L) {
  unsigned I = 0;
  if (auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases()) {
      if (I == L->getNumInits() || !ok())
        return;
      const clang::Expr *X = L->getInit(I++)->IgnoreParens();
      auto *Made = dyn_cast<CXXConstructExpr>(X);
      const RecordDecl *Base = B.getType()->getAsRecordDecl();
      effects().met(X);
      if (auto *Inner = dyn_cast<InitListExpr>(X))
        listMembers(P, Base, Inner);
      else if (isa<ImplicitValueInitExpr>(X) ||
               (Made && Made->requiresZeroInitialization() && Made->getConstructor()->isTrivial()))
        zeroMembers(P, Base);
      else if ((!Made || !ownConstructor(P, Made)) && ok())
        return refuse(Diag::HostImplicitCall, X->getSourceRange(), {"the constructor of a base class"});
    }
  for (const FieldDecl *F : R->fields()) {
    if (F->isUnnamedBitField())
      continue;
    const clang::Expr *X = I < L->getNumInits() ? L->getInit(I++) : nullptr;
    const bool Own = X && isa<CXXDefaultInitExpr>(X->IgnoreParens()) && !planted("outer-this");
    auto Give = [&] {
      if (F->getType()->isReferenceType()) {
        if (Objects[P.Obj].External || !X)
          return refuse(Diag::HostUnsupportedStmt, L->getSourceRange(), {"this reference"});
        bindMember(P, F, X);
      } else if (X)
        initialize(places().field(P, F), X);
    };
    Own ? asMember(P, Give) : Give();
    if (!ok())
      return;
  }
}

void Expressions::asMember(const Place &P, llvm::function_ref<void()> Initialise) {
  const size_t Frame = Frames.size() - 1;
  std::optional<Place> Outer = std::exchange(Frames[Frame].This, P);
  Initialise();
  Frames[Frame].This = std::move(Outer);
}

/// The literal that initialises an array of characters: "abc" or {"abc"}.
static const clang::StringLiteral *literalOfArray(const clang::Expr *Init) {
  if (auto *L = dyn_cast<InitListExpr>(Init); L && L->isStringLiteralInit())
    Init = L->getInit(0)->IgnoreParens();
  return Init->getType()->isArrayType() ? dyn_cast<clang::StringLiteral>(Init) : nullptr;
}

bool Expressions::initializeList(const Place &P, const InitListExpr *L) {
  if (!L->isSemanticForm() && L->getSemanticForm())
    L = L->getSemanticForm();
  if (auto *A = Ctx.getAsConstantArrayType(P.T)) {
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I) {
      Place El = places().element(P, constant(sizeType(), I), L->getSourceRange());
      if (I < L->getNumInits())
        initialize(El, L->getInit(I));
      else if (L->hasArrayFiller())
        initialize(El, L->getArrayFiller());
    }
    return true;
  }
  if (P.T->isUnionType()) {
    const FieldDecl *F = L->getInitializedFieldInUnion();
    if (F && L->getNumInits())
      initialize(places().field(P, F), L->getInit(0));
    else if (const FieldDecl *S = places().vectorMember(P.T))
      initialize(places().field(P, S), new (Ctx) ImplicitValueInitExpr(S->getType()));
    return true;
  }
  auto *RD = P.T->getAsRecordDecl();
  if (RD)
    listMembers(P, RD, L);
  return RD != nullptr;
}

void Expressions::initializeZero(const Place &P, const ImplicitValueInitExpr *Init) {
  LeafKind K = places().classify(P.T);
  if (K == LeafKind::Array) {
    auto *A = Ctx.getAsConstantArrayType(P.T);
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      initialize(places().element(P, constant(sizeType(), I), Init->getSourceRange()), Init);
    return;
  }
  if (const FieldDecl *S = places().vectorMember(P.T))
    return initialize(places().field(P, S), Init);
  if (K == LeafKind::Record)
    return zeroMembers(P, P.T->getAsRecordDecl());
  if (auto ST = places().scalarType(P.T))
    return leaves().store(P, Value::scalar(constant(*ST, 0)), Init->getSourceRange());
  return leaves().store(P, Value::of(Value::Null), Init->getSourceRange());
}

void Expressions::initializeByConstructor(const Place &P, const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  if (containers().construct(P, C))
    return;
  if (D->isTrivial() && C->getNumArgs() == 0)
    return;
  if (D->isTrivial() && D->isCopyOrMoveConstructor()) {
    leaves().store(P, Value::record(lvalue(C->getArg(0))), C->getSourceRange());
    return;
  }
  if (ok() && !ownConstructor(P, C))
    refuse(Diag::HostImplicitCall, C->getSourceRange(), {"the constructor of " + P.T.getAsString()});
}

void Expressions::initialize(const Place &P, const clang::Expr *Init) {
  if (!ok())
    return;
  Init = Init->IgnoreParens();
  effects().met(Init);
  Evaluation Now(*this, Init);
  llvm::SaveAndRestore Indexed(places().EventsByIndex,
                               places().EventsByIndex || (pointsToEvents(P.T) && !planted("events-by-constants")));
  if (auto *C = dyn_cast<ExprWithCleanups>(Init))
    return initialize(P, C->getSubExpr());
  if (auto *C = dyn_cast<ConstantExpr>(Init)) {
    if (!C->isImmediateInvocation())
      return initialize(P, C->getSubExpr());
    Value V = immediate(C);
    return ok() ? leaves().store(P, V, Init->getSourceRange()) : void();
  }
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(Init))
    return initialize(P, D->getExpr());
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(Init))
    return initialize(P, D->getExpr());
  if (auto *C = dyn_cast<CastExpr>(Init); C && P.T->isRecordType() && !C->isGLValue() &&
                                          (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_ConstructorConversion))
    return initialize(P, C->getSubExpr());
  const bool Launch =
      objectType(P.T) == ApiType::LaunchArgs && !planted("events-at-launch"); // the region's own, whatever event it has
  if (!Launch && effects().laterInit(P, Init))
    return;
  if (P.T->isRecordType() && wrapper().initializeWrapper(P, Init))
    return;
  const clang::StringLiteral *Characters = literalOfArray(Init);
  if (auto *L = dyn_cast<InitListExpr>(Init); L && !Characters && initializeList(P, L))
    return;
  // char s[4] = "abc", {"abc"}: units, and zeros behind them.
  if (Characters && !planted("arrays-of-literals"))
    if (auto *A = Ctx.getAsConstantArrayType(P.T)) {
      auto T = places().scalarType(A->getElementType());
      if (!T)
        return refuse(Diag::HostUnsupportedType, Init->getSourceRange(), {text(Init), P.T.getAsString()});
      for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
        leaves().store(places().element(P, constant(sizeType(), I), Init->getSourceRange()),
                       Value::scalar(constant(*T, I < Characters->getLength() ? Characters->getCodeUnit(I) : 0)),
                       Init->getSourceRange());
      return;
    }
  if (auto *Zero = dyn_cast<ImplicitValueInitExpr>(Init))
    return initializeZero(P, Zero);
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(Init); B && stmts().endsQuietly(B))
    return initialize(P, B->getSubExpr());
  // T() sets all to zero, also where the constructor does nothing.
  if (auto *C = dyn_cast<CXXConstructExpr>(Init);
      C && C->requiresZeroInitialization() && containerOf(P.T) == Container::None && !planted("left-over")) {
    initialize(P, new (Ctx) ImplicitValueInitExpr(P.T));
    if (C->getConstructor()->isTrivial() || !ok())
      return;
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(Init); C && P.T->isRecordType())
    return initializeByConstructor(P, C);
  if (auto Made = containers().returnedVector(P.T, Init))
    return containers().copyVector(P, *Made, Init->getSourceRange());
  if (isStringView(P.T)) {
    Value V = containers().stringValue(Init);
    if (ok())
      E.Known.set(places().key(P), V.K == Value::Str ? V : Value());
    return;
  }
  unsigned Uses = effects().TimeUses.size();
  Value V = rvalue(Init);
  if (effects().TimeUses.size() > Uses) { // then it is the host's as well
    effects().TimeUses.resize(Uses);
    V = Value::later();
  }
  if (ok())
    leaves().store(P, V, Init->getSourceRange());
}

} // namespace persistify::host
