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
#include "Closures.h"
#include "Lowering.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace persistify::host {

namespace {

/// The operators () of a class that the instance of an algorithm calls, itself or through
/// other functions of the library.
struct CalledOperators : RecursiveASTVisitor<CalledOperators> {
  const CXXRecordDecl *Of;
  std::set<const FunctionDecl *> Seen, Found;
  explicit CalledOperators(const CXXRecordDecl *Of) : Of(Of->getCanonicalDecl()) {}
  void function(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (F->hasBody(Def) && Seen.size() < 64 && Seen.insert(Def).second)
      TraverseStmt(Def->getBody());
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    if (M && M->getOverloadedOperator() == OO_Call && M->getParent()->getCanonicalDecl() == Of)
      Found.insert(M->getCanonicalDecl());
    else if (F && (F->isInStdNamespace() || (M && M->getOverloadedOperator() == OO_Call)))
      function(F);
    return true;
  }
};

/// Instances of one template that differ in references only.
bool takeTheSame(ASTContext &Ctx, const FunctionDecl *A, const FunctionDecl *B) {
  auto Same = [&](QualType S, QualType T) {
    return Ctx.hasSameUnqualifiedType(S.getNonReferenceType(), T.getNonReferenceType());
  };
  if (A->getNumParams() != B->getNumParams() || A->getPrimaryTemplate() != B->getPrimaryTemplate() ||
      !Same(A->getReturnType(), B->getReturnType()))
    return false;
  for (unsigned I = 0; I < A->getNumParams(); ++I)
    if (!Same(A->getParamDecl(I)->getType(), B->getParamDecl(I)->getType()))
      return false;
  return true;
}

} // namespace

/// What X, an argument of a call of \p Algorithm, calls; nothing if that is not known.
std::optional<Lowering::Callable> Lowering::callable(const clang::Expr *X, const FunctionDecl *Algorithm) {
  X = bare(X);
  clang::SourceRange Rg = X->getSourceRange();
  const CXXRecordDecl *RD = X->getType()->getAsCXXRecordDecl();
  Callable C;
  if (!RD || containerOf(X->getType()) == Container::Function) {
    C.F = callee(X);
    auto *M = dyn_cast_or_null<CXXMethodDecl>(C.F);
    if (!ok() || !C.F || (M && !M->isStatic()))
      return std::nullopt;
    return C;
  }
  CalledOperators Calls(RD);
  Calls.function(Algorithm);
  for (const FunctionDecl *F : Calls.Found) {
    if (C.F && !takeTheSame(Ctx, C.F, F))
      return std::nullopt;
    C.F = F;
  }
  if (!C.F)
    return std::nullopt;
  auto *M = dyn_cast<CXXMethodDecl>(C.F);
  if (M->isStatic())
    return C;
  if (RD->isLambda()) {
    if (!captured(M, Rg))
      return std::nullopt;
    if (!madeHere(X) && copiesElsewhere(Frames, M)) {
      refuse(Diag::HostNotCapturable, Rg, {text(X), "the lambda holds copies of another function's variables"});
      return std::nullopt;
    }
    C.This = closureObject(M, Rg);
  } else if (RD->isEmpty()) {
    C.This = temporary(X->getType(), "function");
  } else if (X->isGLValue()) { // the algorithm calls a copy
    if (M->isConst() && X->getType().isTriviallyCopyableType(Ctx))
      C.This = pinned(lvalue(X));
    else
      return std::nullopt;
  } else {
    Value V = rvalue(X);
    if (!ok() || V.K != Value::Record)
      return std::nullopt;
    C.This = V.P;
  }
  return ok() ? std::optional(C) : std::nullopt;
}

/// The scalar that a call returns; null if it returns none.
ExprP Lowering::invoke(const Callable &Of, llvm::ArrayRef<Operand> Args, clang::SourceRange Rg) {
  const FunctionDecl *Def = nullptr;
  if (!Of.F->hasBody(Def) || Def->getNumParams() != Args.size()) {
    refuse(Diag::HostUnknownCall, Rg, {Of.F->getNameAsString()});
    return nullptr;
  }
  llvm::SmallVector<const clang::Expr *, 4> Given;
  for (unsigned I = 0; I < Args.size() && ok(); ++I) {
    QualType T = Def->getParamDecl(I)->getType();
    Place P = Args[I].P;
    if (!P.valid() || !Ctx.hasSameUnqualifiedType(P.T, T.getNonReferenceType())) { // converted
      Value V = P.valid() ? load(P, Rg) : Value::scalar(Args[I].E);
      P = temporary(T.getNonReferenceType(), "operand");
      auto S = scalarType(P.T);
      if (ok() && (!S || V.K != Value::Scalar)) {
        refuse(Diag::HostUnknownCall, Rg, {Of.F->getNameAsString()});
        return nullptr;
      }
      if (ok())
        store(P, Value::scalar(host::cast(*S, V.E)), Rg);
    }
    auto *X = new (Ctx) OpaqueValueExpr(Rg.getBegin(), P.T.getNonReferenceType(), VK_LValue);
    this->Given[X] = P;
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
    V = load(V.P, Rg);
  return ok() && V.K == Value::Scalar ? V.E : nullptr;
}

} // namespace persistify::host
