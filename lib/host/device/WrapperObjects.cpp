//===- WrapperObjects.cpp - making, copying and moving objects of the C++ wrapper -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "entry/SwapProof.h"
#include "device/Commands.h"
#include "device/Events.h"
#include "device/MadeObjects.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

void Wrapper::storeRange(const Place &To, const Place &From, clang::SourceRange Rg) {
  ExprP Dims = rangeDims(From);
  if (!ok())
    return;
  if (Objects[To.Obj].External) { // keeps its number of dimensions
    if (!constantValue(Dims) || !same(Dims, rangeDims(To)))
      return refuse(Diag::HostRangeDims, Rg, {To.Spelled ? text(To.Spelled) : Objects[To.Obj].Name});
  } else {
    leaves().store(member(To, ApiMember::Dimensions), Value::scalar(Dims), Rg);
  }
  if (auto D = constantValue(Dims); D && *D == 0) {
    for (unsigned I = 0; I < 3 && ok(); ++I)
      leaves().store(places().element(member(To, ApiMember::Sizes), constant(sizeType(), I), Rg),
                     Value::scalar(constant(sizeType(), 0)), Rg);
    return;
  }
  leaves().copyPart(member(To, ApiMember::Sizes), member(From, ApiMember::Sizes), Rg);
}

// ---- constructors and methods --------------------------------------------------------

void Wrapper::moveFrom(const Place &P, clang::SourceRange Rg) {
  if (!ok())
    return;
  if (P.Or || (P.Index && !constantValue(P.Index)))
    return refuse(Diag::HostPointer, Rg, {P.Spelled ? text(P.Spelled) : Objects[P.Obj].Name});
  if (objectType(P.T) == ApiType::EventList) {
    E.Known.set(places().key(P), Value::of(Value::EventV)); // empty
  } else if (isWrapped(P.T)) {
    leaves().store(P, Value::of(Value::Null), Rg);
  } else if (auto *A = Ctx.getAsConstantArrayType(P.T)) {
    for (uint64_t I = 0; I < A->getZExtSize() && ok(); ++I)
      moveFrom(places().element(P, constant(sizeType(), I), Rg), Rg);
  } else if (P.T->isRecordType() && !P.T->getAsCXXRecordDecl()->isTriviallyCopyable()) {
    for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
      moveFrom(places().field(P, F), Rg);
  }
}

/// For certain: of choices it is not known.
static bool surelySame(const Place &A, const Place &B) {
  return A.Obj == B.Obj && A.Path == B.Path && same(A.Index, B.Index) && !A.Or && !B.Or;
}

void Wrapper::transferObject(const Place &To, const Place &From, bool Move, clang::SourceRange Rg) {
  if (!ok() || surelySame(To, From))
    return;
  leaves().store(To, leaves().load(From, Rg), Rg);
  if (Move)
    moveFrom(From, Rg);
}

bool Wrapper::memberwise(const CXXRecordDecl *RD) const {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || templateMoves(RD))
    return false;
  if (RD->isTriviallyCopyable())
    return true;
  if (objectType(Ctx.getRecordType(RD)) == ApiType::LaunchArgs)
    return true;
  if (RD->isUnion() || RD->isPolymorphic() || RD->hasUserDeclaredDestructor() || RD->getNumBases())
    return false;
  for (const CXXConstructorDecl *C : RD->ctors())
    if (C->isCopyOrMoveConstructor() && C->isUserProvided())
      return false;
  for (const CXXMethodDecl *M : RD->methods())
    if ((M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) && M->isUserProvided())
      return false;
  for (const FieldDecl *F : RD->fields()) {
    if (F->isUnnamedBitField())
      continue;
    QualType T = Ctx.getBaseElementType(F->getType());
    if (T->isRecordType() && !isWrapped(T) && !memberwise(T->getAsCXXRecordDecl()))
      return false;
  }
  return true;
}

bool Wrapper::releasesOnly(QualType T) const {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return !RD || !RD->hasDefinition() || RD->hasTrivialDestructor() || objectType(T) != ApiType::None || memberwise(RD);
}

bool Wrapper::initializeWrapper(const Place &P, const clang::Expr *X) {
  const ApiType Class = objectType(P.T);
  const CXXRecordDecl *RD = P.T->getAsCXXRecordDecl(); // null in C
  bool Memberwise = RD && RD->hasDefinition() && Class == ApiType::None && !RD->isTriviallyCopyable() && memberwise(RD);
  if (Class == ApiType::None && !Memberwise)
    return false;
  const bool Plain = Class == ApiType::Range || Class == ApiType::LaunchArgs || Class == ApiType::LocalSize;
  if (!Memberwise && !Plain && !isWrapped(P.T)) {
    refuse(Class == ApiType::Program ? Diag::HostProgramInLoop : Diag::HostResource, X->getSourceRange(),
           {className(P.T)});
    return true;
  }
  if (auto *C = dyn_cast<CXXBindTemporaryExpr>(X))
    return exprs().initialize(P, C->getSubExpr()), true;
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return exprs().initialize(P, D->getExpr()), true;
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    return exprs().initialize(P, D->getExpr()), true;
  if (auto *C = dyn_cast<CastExpr>(X);
      C && !X->isGLValue() && (C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_NoOp))
    return exprs().initialize(P, C->getSubExpr()), true;
  if (auto *Q = dyn_cast<ConditionalOperator>(X)) {
    ExprP Cond = exprs().condition(Q->getCond());
    if (ok())
      stmts().branch(
          Cond, [&] { exprs().initialize(P, Q->getTrueExpr()); }, [&] { exprs().initialize(P, Q->getFalseExpr()); },
          X->getSourceRange());
    return true;
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(X)) {
    if (C->getConstructor()->isCopyOrMoveConstructor()) {
      transferObject(P, exprs().lvalue(C->getArg(0)), C->getConstructor()->isMoveConstructor(), X->getSourceRange());
      return true;
    }
    if (Memberwise) { // a default constructor that does nothing itself
      const CXXConstructorDecl *D = C->getConstructor();
      if (C->getNumArgs() || D->isUserProvided())
        return false;
      const bool Zero = C->requiresZeroInitialization() && !planted("left-over"); // W(): also what has no initialiser
      for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
        if (Zero && !F->hasInClassInitializer() && !isWrapped(F->getType()) && !F->isUnnamedBitField())
          exprs().initialize(places().field(P, F), new (Ctx) ImplicitValueInitExpr(F->getType()));
      for (const FieldDecl *F : P.T->getAsRecordDecl()->fields())
        if (F->hasInClassInitializer())
          exprs().asMember(P, [&] { exprs().initialize(places().field(P, F), F->getInClassInitializer()); });
        else if (isWrapped(F->getType()))
          leaves().store(places().field(P, F),
                         Value::of(objectType(F->getType()) == ApiType::EventList ? Value::EventV : Value::Null),
                         X->getSourceRange());
        else if (F->getType()->isRecordType() && !F->getType()->getAsCXXRecordDecl()->isTrivial())
          return false;
      return true;
    }
    return constructWrapper(P, C, Class), true;
  }
  if (Memberwise || Class == ApiType::LocalSize)
    return false;
  Value V = exprs().rvalue(X);
  if (ok())
    leaves().store(P, V, X->getSourceRange());
  return true;
}

void Wrapper::constructWrapper(const Place &P, const CXXConstructExpr *C, ApiType Class) {
  clang::SourceRange Rg = C->getSourceRange();
  unsigned N = C->getNumArgs();
  auto IsHandle = [&](unsigned I) {
    QualType T = C->getArg(I)->getType();
    return !isWrapped(T) && places().classify(T) == places().classify(P.T);
  };
  if (Class == ApiType::Range) {
    for (unsigned I = 0; I < N; ++I)
      if (!C->getArg(I)->getType()->isIntegerType())
        return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    std::vector<ExprP> Sizes;
    for (unsigned I = 0; I < N && ok(); ++I)
      Sizes.push_back(keeping().pinned(castTo(sizeType(), exprs().scalar(C->getArg(I))), "size"));
    leaves().store(member(P, ApiMember::Dimensions), Value::scalar(constant({ScalarType::Unsigned, 32}, N)), Rg);
    const bool Ones = N && member(P, ApiMember::Sizes).Fields.back()->getType()->isArrayType(); // not in CL/cl.hpp
    for (unsigned I = 0; I < 3 && ok(); ++I)
      leaves().store(places().element(member(P, ApiMember::Sizes), constant(sizeType(), I), Rg),
                     Value::scalar(I < N ? Sizes[I] : constant(sizeType(), Ones ? 1 : 0)), Rg);
  } else if (Class == ApiType::LaunchArgs) {
    bool Queue = false, Events = false;
    for (const clang::Expr *A : C->arguments()) {
      const ApiType AC = objectType(A->getType());
      if (AC == ApiType::Queue) {
        exprs().initialize(member(P, ApiMember::Queue), A), Queue = true;
      } else if ((AC == ApiType::Event || AC == ApiType::EventList) && !planted("events-at-launch")) {
        auto *Copy = dyn_cast<CXXConstructExpr>(A->IgnoreImplicit());
        const bool Copies = Copy && Copy->getConstructor()->isCopyOrMoveConstructor();
        if (Copies)
          effects().met(Copy);
        events().waitFor(Copies ? Copy->getArg(0) : A); // it keeps what they are now
        leaves().store(member(P, ApiMember::Events), Value::of(Value::EventV), Rg);
        Events = true;
      } else if (Value V = AC == ApiType::Range ? Value() : exprs().rvalue(A); AC != ApiType::Range && ok()) {
        leaves().store(member(P, ApiMember::Events), V, Rg), Events = true;
      }
    }
    if (!Queue)
      leaves().store(member(P, ApiMember::Queue), defaultQueue(Rg), Rg);
    if (!Events)
      leaves().store(member(P, ApiMember::Events), Value::of(Value::EventV), Rg);
    if (!rangeGiven(C, ApiMember::Global))
      return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    for (ApiMember Name : {ApiMember::Offset, ApiMember::Global, ApiMember::Local})
      if (const clang::Expr *X = rangeGiven(C, Name))
        exprs().initialize(member(P, Name), X);
      else
        leaves().store(member(member(P, Name), ApiMember::Dimensions),
                       Value::scalar(constant({ScalarType::Unsigned, 32}, 0)), Rg);
  } else if (Class == ApiType::EventList) {
    Value V = Value::of(Value::EventV);
    auto *List = N >= 1 ? dyn_cast<CXXStdInitializerListExpr>(C->getArg(0)->IgnoreParenImpCasts()) : nullptr;
    if (List) {
      if (auto *L = dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()))
        for (const clang::Expr *X : L->inits())
          if (exprs().rvalue(X).K != Value::EventV)
            V = Value();
    } else if (N >= 1 && !isa<CXXDefaultArgExpr>(C->getArg(0))) {
      auto Count = C->getArg(0)->getType()->isIntegerType() ? exprs().evaluate(C->getArg(0)) : std::nullopt;
      Value Of = Value::of(Value::Null); // that nothing has set yet
      if (Count && N >= 2 && objectType(C->getArg(1)->getType()) == ApiType::Event && !planted("no-fill"))
        Of = *Count ? object(C->getArg(1)) : Value::of(Value::EventV);
      // Several that nothing has set could not be told apart.
      V = Of.K == Value::EventV || (Count && *Count == 1 && Of.K == Value::Null) ? Of : Value();
    }
    if (ok())
      leaves().store(P, V, Rg);
  } else if (N == 0) {
    leaves().store(P, Value::of(Value::Null), Rg);
  } else if (IsHandle(0)) {
    // Without a retain the object's end would take a count from the handle.
    if (N < 2 || exprs().evaluate(C->getArg(1)).value_or(0) != 1)
      return refuse(Diag::HostImplicitCall, Rg, {"this constructor of " + className(P.T)});
    Value V = object(C->getArg(0));
    if (ok())
      leaves().store(P, V, Rg);
  } else if (N == 1 && objectType(C->getArg(0)->getType()) == ApiType::Kernel) { // a functor
    exprs().initialize(P, C->getArg(0));
  } else if (const ApiCall Made = apiCall(C); Made.A == Api::MakeKernel && made().isProgram(C->getArg(0)->getType())) {
    Value V = made().makeKernel(C, Made.arg(ApiArg::Program), Made.arg(ApiArg::Name), Made.Name);
    commands().succeed(Made);
    leaves().store(P, V, Rg);
  } else if (Made.A == Api::MakeBuffer) {
    Value V = made().makeBuffer(C, Made.arg(ApiArg::Context), Made.arg(ApiArg::Flags), Made.arg(ApiArg::Size),
                                Made.given(ApiArg::Pointer), Made);
    commands().succeed(Made);
    leaves().store(P, V, Rg);
  } else {
    refuse(places().classify(P.T) == LeafKind::Kernel ? Diag::HostProgramInLoop : Diag::HostResource, Rg,
           {className(P.T)});
  }
}

} // namespace persistify::host
