//===- RangeFor.cpp - range-for loops and structured bindings -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "library/ContainerKinds.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

Place Statements::rangeElements(const clang::Expr *Range, ExprP &Count) {
  clang::SourceRange Rg = Range->getSourceRange();
  const clang::Expr *X = bare(Range);
  Place P;
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(X)) {
    P = exprs().lvalue(L->getSubExpr());
  } else if (X->isGLValue()) {
    P = exprs().lvalue(X);
  } else {
    Value V = exprs().rvalue(X);
    P = V.P;
  }
  if (!ok() || !P.valid())
    return {};
  if (Container C = containerOf(P.T); C == Container::Array || C == Container::Vector) {
    P.Spelled = X;
    Place A = containers().contents(P);
    if (!ok())
      return {};
    if (!A.valid() && C == Container::Vector && !P.Or) {
      Value N = containers().containerSize(P, Rg);
      Count = N.E;
      return ok() ? containers().firstElement(P, Rg) : Place();
    }
    P = A;
  } else if (C == Container::InitList)
    P = leaves().load(P, Rg).P;
  if (ok() && (!P.valid() || !P.T->isConstantArrayType())) {
    refuse(Diag::HostContainerLength, Rg, {text(Range)});
    return {};
  }
  if (ok())
    Count = constant(sizeType(), Ctx.getAsConstantArrayType(P.T)->getZExtSize());
  return P;
}

/// Whether \p S goes over an object of a class of the program's own, by what its begin() and end() give.
static bool goesByOwnIterators(const CXXForRangeStmt *S, const ASTContext &Ctx) {
  const QualType T = S->getRangeInit()->getType();
  auto *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && containerOf(T) == Container::None && !R->isInStdNamespace() &&
         !Ctx.getSourceManager().isInSystemHeader(R->getLocation()) && S->getBeginStmt() && S->getEndStmt() &&
         S->getCond() && S->getInc() && !planted("own-ranges");
}

void Statements::iteratorLoop(const CXXForRangeStmt *S) {
  const size_t Outside = Live.size();
  for (const clang::Stmt *Part :
       {S->getInit(), static_cast<const clang::Stmt *>(S->getRangeStmt()),
        static_cast<const clang::Stmt *>(S->getBeginStmt()), static_cast<const clang::Stmt *>(S->getEndStmt())})
    if (Part && ok())
      statement(Part);
  if (Live.size() > Outside && ok()) // lives to the end of the statement
    refuse(Diag::HostImplicitCall, Live.back().R, {"this destructor"});
  if (!ok())
    return;
  LoopParts L;
  L.Whole = S;
  L.Cond = S->getCond();
  L.Inc = S->getInc();
  L.Enter = [&] { declare(S->getLoopVariable()); };
  L.Body = S->getBody();
  loop(L, S == LoopStmt);
}

void Statements::rangeFor(const CXXForRangeStmt *S) {
  if (goesByOwnIterators(S, Ctx))
    return iteratorLoop(S);
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
  N = keeping().pinned(N, "end");
  A = keeping().pinned(A);
  Place At = places().temporary(Ctx.getSizeType(), "at");
  const VarDecl *Var = S->getLoopVariable();
  leaves().store(At, Value::scalar(constant(sizeType(), 0)), Rg);
  LoopParts L;
  L.Whole = S;
  L.Body = S->getBody();
  L.Test = [&] { return binary(Expr::LT, leaves().load(At, Rg).E, N); };
  L.Enter = [&] {
    ExprP I = leaves().load(At, Rg).E;
    Place El = A.T->isConstantArrayType() ? places().element(A, I, Rg) : places().advance(A, I, Rg);
    if (!ok())
      return;
    if (Var->getType()->isReferenceType()) {
      if (Var->getType().getNonReferenceType().isVolatileQualified())
        return refuse(Diag::HostNotCapturable, Rg, {Var->getNameAsString(), "it is volatile"});
      Frames.back().Vars[Var->getCanonicalDecl()] = keeping().pinned(El);
      return bindElements(Var);
    }
    Place P = declareObject(Var, Var->getType());
    if (ok() && !Ctx.hasSameUnqualifiedType(P.T, El.T) && (!places().scalarType(P.T) || !places().scalarType(El.T)) &&
        !planted("converted-elements"))
      return refuse(Diag::HostImplicitCall, Var->getSourceRange(), {"the constructor of " + P.T.getAsString()});
    if (ok())
      leaves().copyPart(P, El, Rg);
    bindElements(Var);
  };
  L.Step = [&] {
    leaves().store(At, Value::scalar(binary(Expr::Add, leaves().load(At, Rg).E, constant(sizeType(), 1))), Rg);
  };
  bool IsRegion = S == LoopStmt;
  Checkpoint Before = save();
  if (Scanning) { // which kernel's argument is set is known trip by trip only
    if (unroll(L))
      return;
    restore(std::move(Before));
    leaves().store(At, Value::scalar(constant(sizeType(), 0)), Rg);
    return loop(L, IsRegion);
  }
  loop(L, IsRegion);
  if (ok() || !IsRegion)
    return;
  // The whole region trip by trip.
  auto Why = std::exchange(Refused, {});
  restore(std::move(Before));
  leaves().store(At, Value::scalar(constant(sizeType(), 0)), Rg);
  if (!unroll(L))
    Refused = std::move(Why);
}

void Statements::bindElements(const VarDecl *V) {
  auto *D = dyn_cast<DecompositionDecl>(V);
  if (!D || !ok())
    return;
  for (const BindingDecl *B : D->bindings())
    if (const VarDecl *H = B->getHoldingVar()) {
      Place P = exprs().lvalue(H->getInit());
      if (ok())
        Frames.back().Vars[H->getCanonicalDecl()] = keeping().pinned(P);
    }
}

Place Statements::bindingPlace(const BindingDecl *B) {
  auto *D = dyn_cast<VarDecl>(B->getDecomposedDecl())->getCanonicalDecl();
  for (const Frame &F : llvm::reverse(Frames)) // a lambda names those of the functions around it
    if (F.Vars.count(D)) {
      if (const VarDecl *H = B->getHoldingVar())
        return places().objectOf(H);
      return exprs().lvalue(B->getBinding());
    }
  // Outside the region: an object that the binding names.
  auto [It, New] = Bindings.try_emplace(B, 0);
  Place P;
  P.T = B->getType().getNonReferenceType();
  P.Of = {B, ""};
  if (New) {
    It->second = places().newObject(P.T, B->getNameAsString());
    names().nameBinding(Objects[It->second], B);
    Objects[It->second].Seen = Foresight::Name{B, ""};
  }
  P.Obj = It->second;
  return P;
}

} // namespace persistify::host
