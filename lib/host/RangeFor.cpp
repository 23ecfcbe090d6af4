//===- RangeFor.cpp - range-for loops and structured bindings -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Containers.h"
#include "Lowering.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

/// The elements that a range-for walks, as an array, or the first one of \p Count; no place
/// after a refusal.
Place Lowering::rangeElements(const clang::Expr *Range, ExprP &Count) {
  clang::SourceRange Rg = Range->getSourceRange();
  const clang::Expr *X = bare(Range);
  Place P;
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(X)) {
    P = lvalue(L->getSubExpr());
  } else if (X->isGLValue()) {
    P = lvalue(X);
  } else {
    Value V = rvalue(X);
    P = V.P;
  }
  if (!ok() || !P.valid())
    return {};
  if (Container C = containerOf(P.T); C == Container::Array || C == Container::Vector) {
    P.Spelled = X;
    Place A = contents(P);
    if (!ok())
      return {};
    if (!A.valid() && C == Container::Vector && !P.Or) {
      Value N = containerSize(P, Rg);
      Count = N.E;
      return ok() ? firstElement(P, Rg) : Place();
    }
    P = A;
  } else if (C == Container::InitList)
    P = load(P, Rg).P;
  if (ok() && (!P.valid() || !P.T->isConstantArrayType())) {
    refuse(Diag::HostContainerLength, Rg, {text(Range)});
    return {};
  }
  if (ok())
    Count = constant(sizeType(), Ctx.getAsConstantArrayType(P.T)->getZExtSize());
  return P;
}

void Lowering::rangeFor(const CXXForRangeStmt *S) {
  clang::SourceRange Rg = S->getSourceRange();
  const size_t Outside = Live.size();
  if (S->getInit())
    statement(S->getInit());
  if (Live.size() > Outside && ok()) // lives to the end of the statement
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  ExprP N;
  Place A = rangeElements(S->getRangeInit(), N);
  if (!ok())
    return;
  N = pinned(N, "end");
  A = pinned(A);
  Place At = temporary(Ctx.getSizeType(), "at");
  const VarDecl *Var = S->getLoopVariable();
  store(At, Value::scalar(constant(sizeType(), 0)), Rg);
  LoopParts L;
  L.Whole = S;
  L.Body = S->getBody();
  L.Test = [&] { return binary(Expr::LT, load(At, Rg).E, N); };
  L.Enter = [&] {
    ExprP I = load(At, Rg).E;
    Place El = A.T->isConstantArrayType() ? element(A, I, Rg) : advance(A, I, Rg);
    if (!ok())
      return;
    if (Var->getType()->isReferenceType()) {
      if (Var->getType().getNonReferenceType().isVolatileQualified())
        return refuse(Diag::HostNotCapturable, Rg, {Var->getNameAsString(), "it is volatile"});
      Frames.back().Vars[Var->getCanonicalDecl()] = pinned(El);
      return bindElements(Var);
    }
    Place P = declareObject(Var, Var->getType());
    if (ok() && !Ctx.hasSameUnqualifiedType(P.T, El.T) && (!scalarType(P.T) || !scalarType(El.T)) &&
        !planted("converted-elements"))
      return refuse(Diag::HostImplicitCall, Var->getSourceRange(), {"the constructor of " + P.T.getAsString()});
    if (ok())
      copyPart(P, El, Rg);
    bindElements(Var);
  };
  L.Step = [&] { store(At, Value::scalar(binary(Expr::Add, load(At, Rg).E, constant(sizeType(), 1))), Rg); };
  bool IsRegion = S == LoopStmt;
  Snapshot Before = save();
  if (Scanning) { // which kernel's argument is set is known trip by trip only
    if (unroll(L))
      return;
    restore(std::move(Before));
    store(At, Value::scalar(constant(sizeType(), 0)), Rg);
    return loop(L, IsRegion);
  }
  loop(L, IsRegion);
  if (ok() || !IsRegion)
    return;
  // The whole region trip by trip.
  auto Why = std::exchange(Refused, {});
  restore(std::move(Before));
  store(At, Value::scalar(constant(sizeType(), 0)), Rg);
  if (!unroll(L))
    Refused = std::move(Why);
}

/// Names for the parts of a pair, tuple or the like that V has just become.
void Lowering::bindElements(const VarDecl *V) {
  auto *D = dyn_cast<DecompositionDecl>(V);
  if (!D || !ok())
    return;
  for (const BindingDecl *B : D->bindings())
    if (const VarDecl *H = B->getHoldingVar()) {
      Place P = lvalue(H->getInit());
      if (ok())
        Frames.back().Vars[H->getCanonicalDecl()] = pinned(P);
    }
}

Place Lowering::bindingPlace(const BindingDecl *B) {
  auto *D = dyn_cast<VarDecl>(B->getDecomposedDecl())->getCanonicalDecl();
  for (const Frame &F : llvm::reverse(Frames)) // a lambda names those of the functions around it
    if (F.Vars.count(D)) {
      if (const VarDecl *H = B->getHoldingVar())
        return objectOf(H);
      return lvalue(B->getBinding());
    }
  // Outside the region: an object that the binding names.
  auto [It, New] = Bindings.try_emplace(B, 0);
  Place P;
  P.T = B->getType().getNonReferenceType();
  P.Of = {B, ""};
  if (New) {
    It->second = newObject(P.T, B->getNameAsString());
    nameBinding(Objects[It->second], B);
    Objects[It->second].Seen = Foresight::Name{B, ""};
  }
  P.Obj = It->second;
  return P;
}

} // namespace persistify::host
