//===- Callables.cpp - function objects given to algorithms ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   std::accumulate(v.begin(), v.end(), 0.0f, [](float a, float b) { return a + b; });
//
// A lambda, a function, or an object of a class with an operator(), the program's own or
// the library's: std::plus<>. Which function of a template it is, the body of the
// algorithm tells, in which it is called.
//
//===----------------------------------------------------------------------===//
#include "program/Definition.h"
#include "interpreter/Closures.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "library/Algorithms.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/AstVisitor.h"

using namespace clang;

namespace persistify::host {

namespace {

/// The operators () of a class that the instance of an algorithm calls, itself or through
/// other functions of the library.
struct CalledOperators : AstVisitor {
  const CXXRecordDecl *Of;
  std::set<const FunctionDecl *> Seen;
  llvm::SetVector<const FunctionDecl *> Found;
  explicit CalledOperators(const CXXRecordDecl *Of) : Of(Of->getCanonicalDecl()) {}
  void function(const FunctionDecl *F) {
    const FunctionDecl *Def = definitionThatRuns(F);
    if (Def && Seen.size() < 64 && Seen.insert(Def).second)
      TraverseStmt(Def->getBody());
  }
  bool VisitCallExpr(CallExpr *C) override {
    const FunctionDecl *F = C->getDirectCallee();
    auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    if (M && M->getOverloadedOperator() == OO_Call && M->getParent()->getCanonicalDecl() == Of)
      Found.insert(M->getCanonicalDecl());
    else if (F && (F->isInStdNamespace() || (M && M->getOverloadedOperator() == OO_Call)))
      function(F);
    return true;
  }
};

/// The operator that a function object of <functional> is.
std::optional<Expr::Op> functionOperator(QualType T) {
  using library::Class;
  switch (library::classOf(T)) {
  case Class::PlusObject: return Expr::Add;
  case Class::MinusObject: return Expr::Sub;
  case Class::MultipliesObject: return Expr::Mul;
  case Class::LessObject: return Expr::LT;
  case Class::GreaterObject: return Expr::GT;
  case Class::LessEqualObject: return Expr::LE;
  case Class::GreaterEqualObject: return Expr::GE;
  case Class::EqualToObject: return Expr::EQ;
  case Class::NotEqualToObject: return Expr::NE;
  case Class::BitAndObject: return Expr::BitAnd;
  case Class::BitOrObject: return Expr::BitOr;
  case Class::BitXorObject: return Expr::BitXor;
  default: return std::nullopt;
  }
}

} // namespace

const FunctionDecl *Functions::callee(const clang::Expr *X) {
  X = bare(X)->IgnoreParenImpCasts();
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_Deref)
    X = bare(U->getSubExpr())->IgnoreParenImpCasts();
  if (const FunctionDecl *F = callableOf(X))
    return F;
  if (!X->isGLValue())
    return nullptr;
  Place P = exprs().lvalue(X);
  if (!ok() || !P.valid() || P.Or)
    return nullptr;
  if (auto It = E.Known.find(places().key(P)); It != E.Known.end())
    return It->second.K == Value::Function ? It->second.F : nullptr;
  const VarDecl *D = Objects[P.Obj].External && P.Path.empty() ? Objects[P.Obj].D : nullptr;
  if (const FunctionDecl *F = D && D->getInit() && Index.neverChanges(D) ? callableOf(D->getInit()) : nullptr)
    return F;
  return names().pointedFunction(P);
}

Value Functions::callKnown(const FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange Rg) {
  F = calledByPointer(F);
  const FunctionDecl *Def = definitionThatRuns(F);
  auto *M = dyn_cast<CXXMethodDecl>(F);
  bool Lambda = M && M->getParent()->isLambda();
  if (!Def || (M && !M->isStatic() && !Lambda) || (Lambda && !captured(M, Rg))) {
    if (ok())
      refuse(Diag::HostUnknownCall, Rg, {F->getNameAsString(), "its definition is not seen"});
    return {};
  }
  if (Lambda && copiesElsewhere(Frames, M, copiesOf(M))) {
    refuse(Diag::HostNotCapturable, Rg, {"lambda", "it holds copies of another function's variables"});
    return {};
  }
  return inlineCall(Def, Args, Lambda ? closureObject(M, Rg) : std::nullopt, Rg);
}

std::optional<Algorithms::Callable> Functions::callable(const clang::Expr *X, const FunctionDecl *Algorithm) {
  X = bare(X);
  clang::SourceRange Rg = X->getSourceRange();
  const CXXRecordDecl *RD = X->getType()->getAsCXXRecordDecl();
  Algorithms::Callable C;
  if (!RD || containerOf(X->getType()) == Container::Function) {
    const FunctionDecl *F = callee(X);
    auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    if (!ok() || !F || (M && !M->isStatic()))
      return std::nullopt;
    C.Instances = {F};
    return C;
  }
  if ((C.Op = functionOperator(X->getType()))) {
    C.In = elementType(X->getType());
    return C;
  }
  if (isa<LambdaExpr>(X) && !closure(X->getType(), X))
    return std::nullopt;
  CalledOperators Calls(RD);
  Calls.function(Algorithm);
  if (Calls.Found.empty())
    return std::nullopt;
  C.Instances.assign(Calls.Found.begin(), Calls.Found.end());
  for (const FunctionDecl *F : C.Instances) // of several functions, not of one template
    if (F->getPrimaryTemplate() != C.Instances[0]->getPrimaryTemplate() ||
        (C.Instances.size() > 1 && !F->getPrimaryTemplate()))
      return std::nullopt;
  auto *M = dyn_cast<CXXMethodDecl>(C.Instances[0]);
  if (M->isStatic())
    return C;
  if (RD->isLambda()) {
    if (!captured(M, Rg))
      return std::nullopt;
    if (!madeHere(X) && copiesElsewhere(Frames, M, copiesOf(M))) {
      refuse(Diag::HostNotCapturable, Rg, {text(X), "the lambda holds copies of another function's variables"});
      return std::nullopt;
    }
    C.This = closureObject(M, Rg);
  } else if (RD->isEmpty()) {
    C.This = places().temporary(X->getType(), "function");
  } else if (X->isGLValue()) { // the algorithm calls a copy
    if (!X->getType().isTriviallyCopyableType(Ctx))
      return std::nullopt;
    Place Of = keeping().pinned(exprs().lvalue(X));
    if (ok() && M->isConst() && !RD->hasMutableFields() && RD->getNumBases() == 0) {
      C.This = Of; // which it leaves as it is
    } else if (ok()) {
      C.This = places().temporary(X->getType(), "function");
      leaves().copyPart(*C.This, Of, Rg);
    }
  } else {
    Value V = exprs().rvalue(X);
    if (!ok() || V.K != Value::Record)
      return std::nullopt;
    C.This = V.P;
  }
  return ok() ? std::optional(C) : std::nullopt;
}

ExprP Functions::invoke(const Algorithms::Callable &Of, llvm::ArrayRef<Algorithms::Operand> Args,
                        clang::SourceRange Rg) {
  if (Of.Op) {
    ExprP X[2];
    for (unsigned I = 0; I < 2 && Args.size() == 2 && ok(); ++I) {
      Value V = Args[I].P.valid() ? leaves().load(Args[I].P, Rg) : Value::scalar(Args[I].E);
      X[I] = ok() && V.K == Value::Scalar ? V.E : nullptr;
    }
    if (!X[0] || !X[1])
      return nullptr;
    auto In = Of.In.isNull() || Of.In->isVoidType() ? std::nullopt : places().scalarType(Of.In);
    for (ExprP &Y : X)
      Y = In ? castTo(*In, Y) : Y;
    ExprP V = usually(*Of.Op, X[0], X[1]);
    return In && V->T.K != ScalarType::Bool && *Of.Op <= Expr::BitXor ? castTo(*In, V) : V;
  }
  // The instance that takes such values, if there are several.
  auto Takes = [&](const FunctionDecl *F) {
    for (unsigned I = 0; I < Args.size() && I < F->getNumParams(); ++I) {
      QualType T = F->getParamDecl(I)->getType().getNonReferenceType();
      auto S = places().scalarType(T);
      if (Args[I].P.valid() ? !Ctx.hasSameUnqualifiedType(Args[I].P.T, T) : !S || !(*S == Args[I].E->T))
        return false;
    }
    return true;
  };
  auto It = llvm::find_if(Of.Instances, Takes);
  const FunctionDecl *F = It != Of.Instances.end() ? *It : Of.Instances.size() == 1 ? Of.Instances[0] : nullptr;
  F = calledByPointer(F);
  const FunctionDecl *Def = definitionThatRuns(F);
  if (!Def || Def->getNumParams() != Args.size()) {
    refuse(Diag::HostUnknownCall, Rg, {F ? F->getNameAsString() : "a function template", "its definition is not seen"});
    return nullptr;
  }
  llvm::SmallVector<const clang::Expr *, 4> Given;
  for (unsigned I = 0; I < Args.size() && ok(); ++I) {
    QualType T = Def->getParamDecl(I)->getType();
    Place P = Args[I].P;
    if (!P.valid() || !Ctx.hasSameUnqualifiedType(P.T, T.getNonReferenceType())) { // converted
      Value V = P.valid() ? leaves().load(P, Rg) : Value::scalar(Args[I].E);
      P = places().temporary(T.getNonReferenceType(), "operand");
      auto S = places().scalarType(P.T);
      if (ok() && (!S || V.K != Value::Scalar)) {
        refuse(Diag::HostUnknownCall, Rg, {Def->getNameAsString(), "it is given something else than numbers"});
        return nullptr;
      }
      if (ok())
        leaves().store(P, Value::scalar(castTo(*S, V.E)), Rg);
    }
    auto *X = new (Ctx) OpaqueValueExpr(Rg.getBegin(), P.T.getNonReferenceType(), VK_LValue);
    this->exprs().Given[X] = P;
    const clang::Expr *A = X;
    if (!T->isReferenceType() && !T->isRecordType())
      A = ImplicitCastExpr::Create(Ctx, P.T.getUnqualifiedType(), CK_LValueToRValue, X, nullptr, VK_PRValue,
                                   FPOptionsOverride());
    Given.push_back(A);
  }
  if (!ok())
    return nullptr;
  Value V = inlineCall(Def, Given, Of.This, Rg);
  if (ok() && V.K == Value::Pointer && Def->getReturnType()->isReferenceType())
    V = leaves().load(V.P, Rg);
  return ok() && V.K == Value::Scalar ? V.E : nullptr;
}

} // namespace persistify::host
