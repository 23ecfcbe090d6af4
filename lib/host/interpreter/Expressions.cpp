//===- Expressions.cpp - host expressions --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/Ordering.h"
#include "library/ContainerKinds.h"
#include "device/Events.h"
#include "device/MadeObjects.h"
#include "device/MirroredArrays.h"
#include "device/Wrapper.h"
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Functions.h"
#include "interpreter/Statements.h"
#include "library/Containers.h"
#include "library/Strings.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "names/NamesAtLoop.h"
#include "persistify/Containment.h"

using namespace clang;

namespace persistify::host {

std::optional<uint64_t> Expressions::evaluate(const clang::Expr *X) const {
  if (!X || X->isValueDependent() || !X->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  clang::Expr::EvalResult Res;
  if (!X->EvaluateAsInt(Res, Ctx, clang::Expr::SE_NoSideEffects, InConstant) || Statements::leavesTemporaries(X))
    return std::nullopt;
  llvm::APSInt I = Res.Val.getInt();
  return I.isSigned() ? uint64_t(I.getSExtValue()) : I.getZExtValue();
}

ExprP Expressions::scalar(const clang::Expr *X) {
  Value V = rvalue(X);
  if (V.K == Value::Scalar)
    return V.E;
  if (V.K == Value::Later)
    effects().useOfTime(X);
  else if (ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"'" + text(X) + "'"});
  return constant(places().scalarType(X->getType()).value_or(intType()), 0);
}

std::optional<ExprP> Expressions::givenFunction(const clang::Expr *X) {
  const clang::Expr *Pointer = X->IgnoreParenImpCasts();
  if (!ok() || !Pointer->isLValue() || !Pointer->getType()->isFunctionPointerType())
    return std::nullopt;
  Place P = lvalue(Pointer);
  const VarDecl *D = ok() && P.valid() ? Objects[P.Obj].D : nullptr;
  if (!ok() || !P.valid() || P.Or || P.Index || !Objects[P.Obj].External || effects().hostOnly(P) ||
      E.Known.count(places().key(P)) || (made().onlyInLoop(P) && !Index.neverChanges(D)))
    return std::nullopt;
  names().AskedPointers.insert(places().key(P));
  return containers().inputValue(P, "_given", "int", intType(), places().textOf(P) + " != 0").E;
}

ExprP Expressions::condition(const clang::Expr *X) {
  if (auto Given = events().elementGiven(X))
    return *Given;
  Value V = rvalue(X);
  if (V.K == Value::Scalar) {
    // (bool)x tests what x tests.
    while (V.E->O == Expr::Cast && V.E->T.K == ScalarType::Bool)
      V.E = V.E->Args[0];
    return V.E;
  }
  if (V.K == Value::Null)
    return constant(intType(), 0);
  if (X->getType()->isPointerType() && (V.K == Value::EventV || V.K == Value::Later || V.K == Value::Unknown))
    if (auto Given = events().eventGiven(V)) // that a command has set, perhaps
      return keeping().pinned(*Given, "given");
  if (V.K == Value::HandleV && made().isMade(V.H))
    return constant(intType(), 1);
  if (V.K == Value::HandleV)
    return sameHandle(V, Value::of(Value::Null), /*Equal=*/false, X->getSourceRange());
  if (V.K == Value::Later) {
    effects().useOfTime(X);
    return constant(intType(), 0);
  }
  if (V.K == Value::KernelV)
    compared(V);
  if (V.K == Value::Str || V.K == Value::Function || V.K == Value::KernelV)
    return constant(intType(), 1);
  if (V.K == Value::Pointer && keeping().isObject(V.P))
    return constant(intType(), 1); // the address of an object
  if (V.K == Value::Maybe)
    return V.E;
  // if (log) fprintf(log, ...): whether there is one is settled on entry. Other pointers may
  // have parts that are captured, by way of the pointer.
  const clang::Expr *Pointer = X->IgnoreParenImpCasts();
  if (V.K != Value::Later)
    if (auto Given = givenFunction(X))
      return *Given;
  auto *To = V.K == Value::Pointer && V.P.valid() ? V.P.T->getAsRecordDecl() : nullptr;
  if (To && !V.P.Or && ok() && Pointer->isLValue() && (HostCalls::isStream(V.P.T) || HostCalls::isFile(V.P.T)))
    if (Place P = lvalue(Pointer); ok() && P.valid() && !P.Or && !effects().hostOnly(P) &&
                                   Objects[V.P.Obj].Text == "(*" + places().textOf(P) + ")")
      return containers().inputValue(P, "_given", "int", intType(), places().textOf(P) + " != 0").E;
  if (auto Given = ok() ? keeping().given(V) : std::nullopt)
    return *Given;
  if (ok())
    refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"the condition '" + text(X) + "'"});
  return constant(intType(), 0);
}

void Expressions::effect(const clang::Expr *X) {
  effects().met(X);
  X = X->IgnoreParens();
  effects().met(X);
  Evaluation Now(*this, X);
  if (auto *C = dyn_cast<CStyleCastExpr>(X); C && C->getCastKind() == CK_ToVoid)
    return effect(C->getSubExpr());
  if (auto *C = dyn_cast<ExprWithCleanups>(X))
    return effect(C->getSubExpr());
  if (auto *C = dyn_cast<CXXBindTemporaryExpr>(X); C && stmts().endsQuietly(C))
    return effect(C->getSubExpr());
  if (effects().later(X))
    return;
  if (auto *C = dyn_cast<clang::CallExpr>(X)) {
    functions().call(C, /*ResultUsed=*/false);
    return;
  }
  if (auto *U = dyn_cast<UnaryOperator>(X); U && U->isIncrementDecrementOp()) {
    increment(U, nullptr);
    return;
  }
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->isAssignmentOp()) {
    assignment(B);
    return;
  }
  if (auto *B = dyn_cast<BinaryOperator>(X); B && B->getOpcode() == BO_Comma) {
    effect(B->getLHS());
    effect(B->getRHS());
    return;
  }
  if (isa<DeclRefExpr>(X) || isa<IntegerLiteral>(X))
    return;
  if (auto *C = dyn_cast<ConditionalOperator>(X); C && X->isGLValue() && !planted("choices-kept")) {
    const ExprP Cond = condition(C->getCond());
    if (auto T = ok() ? truth(Cond) : std::nullopt)
      effect(*T ? C->getTrueExpr() : C->getFalseExpr());
    else if (ok())
      stmts().branch(Cond, [&] { effect(C->getTrueExpr()); }, [&] { effect(C->getFalseExpr()); }, C->getSourceRange());
    return;
  }
  rvalue(X);
}

Value Expressions::rvalue(const clang::Expr *X) {
  if (!ok())
    return {};
  X = X->IgnoreParens();
  effects().met(X);
  Evaluation Now(*this, X);
  if (auto ST = places().scalarType(X->getType()); ST && ST->isInteger())
    if (auto V = evaluate(X)) {
      effects().metWhole(X);
      return Value::scalar(constant(*ST, *V));
    }
  // INFINITY, std::numeric_limits<float>::max()
  if (auto ST = places().scalarType(X->getType());
      ST && ST->K == ScalarType::Float && isa<clang::CallExpr>(X) && !X->isValueDependent())
    if (clang::Expr::EvalResult V;
        X->EvaluateAsRValue(V, Ctx) && V.Val.isFloat() && !V.HasSideEffects && !Statements::leavesTemporaries(X))
      return Value::scalar(constant(*ST, V.Val.getFloat().bitcastToAPInt().getZExtValue()));
  if (X->isGLValue() && !isa<clang::CallExpr>(X) && !isa<clang::StringLiteral>(X)) {
    // A discarded lvalue, or a class object.
    Place P = lvalue(X);
    if (ok() && wrapper().isWrapped(X->getType()))
      return leaves().load(P, X->getSourceRange());
    return ok() && places().classify(P.T) == LeafKind::Record ? Value::record(P) : Value::pointer(P);
  }
  if (auto *C = dyn_cast<CastExpr>(X))
    return castValue(C);
  if (auto *F = dyn_cast<FloatingLiteral>(X)) {
    auto ST = places().scalarType(X->getType());
    if (!ST) {
      refuse(Diag::HostUnsupportedType, X->getSourceRange(), {text(X), X->getType().getAsString()});
      return {};
    }
    R.HostFloat = true;
    return Value::scalar(constant(*ST, F->getValue().bitcastToAPInt().getZExtValue()));
  }
  if (auto *U = dyn_cast<UnaryOperator>(X))
    return unaryValue(U);
  if (auto *B = dyn_cast<BinaryOperator>(X))
    return binaryValue(B);
  if (auto *B = dyn_cast<CXXRewrittenBinaryOperator>(X)) // a != b by operator==, in C++20
    return rvalue(B->getSemanticForm());
  if (auto *C = dyn_cast<AbstractConditionalOperator>(X))
    return conditionalValue(C);
  if (auto *C = dyn_cast<clang::CallExpr>(X)) {
    Value V = functions().call(C, /*ResultUsed=*/true);
    bool Object = X->isGLValue() && V.K == Value::Pointer && wrapper().isWrapped(X->getType());
    return Object && ok() ? leaves().load(V.P, X->getSourceRange()) : V;
  }
  if (auto *A = dyn_cast<VAArgExpr>(X))
    return functions().variadicArgument(A);
  if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
    return stmts().endsQuietly(B) ? rvalue(B->getSubExpr()) : Value();
  if (auto *S = dyn_cast<clang::StringLiteral>(X))
    return Value::string(S);
  if (isa<GNUNullExpr>(X) || isa<CXXNullPtrLiteralExpr>(X))
    return Value::of(Value::Null);
  if (isa<CXXThisExpr>(X)) {
    return Value::pointer(places().thisPlace(X->getType()->getPointeeType()));
  }
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return rvalue(D->getExpr());
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    return rvalue(D->getExpr());
  if (auto *C = dyn_cast<ConstantExpr>(X))
    return C->isImmediateInvocation() ? immediate(C) : rvalue(C->getSubExpr());
  if (auto *C = dyn_cast<ExprWithCleanups>(X))
    return rvalue(C->getSubExpr());
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(X))
    return rvalue(M->getSubExpr());
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(X)) { // points to its elements
    Place P = lvalue(L->getSubExpr());
    return ok() ? Value::pointer(P) : Value();
  }
  if (auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(X))
    return rvalue(S->getReplacement());
  if (auto *N = dyn_cast<CXXNewExpr>(X))
    if (auto Made = mirrors().allocated(N))
      return *Made;
  if (auto *D = dyn_cast<CXXDeleteExpr>(X); D && D->isArrayForm() && mirrors().freed(D->getArgument()))
    return {};
  if (auto *S = dyn_cast<StmtExpr>(X))
    return blockValue(S);
  auto *List = dyn_cast<InitListExpr>(X);
  if (List && List->getNumInits() == 1 && !X->getType()->isRecordType())
    return rvalue(List->getInit(0)); // int{n}, not an object of one member
  if (isa<ImplicitValueInitExpr>(X) || isa<CXXScalarValueInitExpr>(X) ||
      (List && List->getNumInits() == 0 && X->getType()->isScalarType())) { // int{}
    if (auto ST = places().scalarType(X->getType()))
      return Value::scalar(constant(*ST, 0));
    return Value::of(Value::Null);
  }
  if (auto *C = dyn_cast<CXXFunctionalCastExpr>(X);
      C && X->getType()->isRecordType() && !wrapper().isWrapped(X->getType()))
    return rvalue(C->getSubExpr());
  return objectValue(X);
}

Value Expressions::objectValue(const clang::Expr *X) {
  if (auto *C = dyn_cast<CXXConstructExpr>(X); C && C->getNumArgs() == 1 && isStringView(X->getType()))
    return containers().stringValue(C->getArg(0));
  if (auto *C = dyn_cast<CXXConstructExpr>(X))
    if (C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial() && C->getNumArgs() == 1)
      return Value::record(lvalue(C->getArg(0)));
  if (isa<CXXConstructExpr>(X) && wrapper().isWrapped(X->getType())) {
    Place T = places().temporary(X->getType(), "tmp");
    initialize(T, X);
    return ok() ? leaves().load(T, X->getSourceRange()) : Value();
  }
  if (X->getType()->isRecordType() &&
      (isa<InitListExpr>(X) || isa<CXXConstructExpr>(X) || isa<ImplicitValueInitExpr>(X))) {
    Place T = places().temporary(X->getType(), "tmp");
    initialize(T, X);
    return Value::record(T);
  }
  refuse(Diag::HostUnsupportedExpr, X->getSourceRange(), {"'" + text(X) + "'"});
  return {};
}

Value Expressions::blockValue(const StmtExpr *S) {
  const CompoundStmt *CS = S->getSubStmt();
  std::vector<const clang::Stmt *> Body(CS->body_begin(), CS->body_end());
  const clang::Expr *Last = Body.empty() ? nullptr : dyn_cast<clang::Expr>(Body.back());
  if (Last)
    Body.pop_back();
  const size_t Outside = Live.size();
  for (const clang::Stmt *Sub : Body)
    stmts().statement(Sub);
  Value V = Last && ok() ? rvalue(Last) : Value();
  if (Live.size() == Outside || !ok() || planted("scopes-of-expressions"))
    return V;
  // Its objects end here: behind the value, which may be one of them.
  if (V.K != Value::Scalar && V.K != Value::Unknown && V.K != Value::Null) {
    refuse(Diag::HostUnsupportedExpr, S->getSourceRange(), {"'" + text(S) + "'"});
    return {};
  }
  const size_t From = Out->size();
  stmts().endScope(Outside);
  return keeping().kept(V, From);
}

Place Expressions::stored(const Place &P, const Value &V, clang::SourceRange Rg) {
  const size_t From = Out->size();
  leaves().store(P, V, Rg);
  return ok() && !planted("places-again") ? keeping().kept(P, From) : P;
}

Value Expressions::immediate(const ConstantExpr *C) {
  auto T = places().scalarType(C->getType());
  if (T && C->hasAPValueResult() && C->getAPValueResult().isInt())
    return Value::scalar(constant(*T, C->getAPValueResult().getInt().extOrTrunc(64).getZExtValue()));
  if (C->getType()->isRecordType()) {
    Place P = places().temporary(C->getType(), "constant");
    leaves().Opaque.insert(P.Obj);
    return Value::record(P);
  }
  refuse(Diag::HostUnsupportedExpr, C->getSourceRange(), {"'" + text(C) + "'"});
  return {};
}

Value Expressions::unaryValue(const UnaryOperator *U) {
  switch (U->getOpcode()) {
  case UO_Plus:
  case UO_Extension: return rvalue(U->getSubExpr());
  case UO_Minus: return Value::scalar(unary(Expr::Neg, scalar(U->getSubExpr())));
  case UO_Not: return Value::scalar(unary(Expr::BitNot, scalar(U->getSubExpr())));
  case UO_LNot: {
    ExprP C = unary(Expr::LogNot, condition(U->getSubExpr()));
    if (auto T = places().scalarType(U->getType()))
      C = castTo(*T, C);
    return Value::scalar(C);
  }
  case UO_AddrOf: {
    if (U->getSubExpr()->getType()->isFunctionType()) {
      auto *D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
      auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
      return F ? Value::function(F) : Value();
    }
    // &a[n] behind the last element is no choice among them.
    auto *A = dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens());
    auto *Of = A ? Ctx.getAsConstantArrayType(A->getBase()->IgnoreParenImpCasts()->getType()) : nullptr;
    const LeafKind K = Of ? places().classify(Of->getElementType()) : LeafKind::Scalar;
    if (Of && K != LeafKind::Scalar && K != LeafKind::Handle && !Of->getElementType()->isArrayType() && !Scanning &&
        !A->getIdx()->HasSideEffects(Ctx) && !planted("no-end"))
      if (ExprP At = castTo(sizeType(), scalar(A->getIdx())); ok() && !constantValue(At))
        stmts().bailIf(binary(Expr::EQ, At, constant(sizeType(), Of->getZExtSize())), Stmt::Unseen,
                       U->getSourceRange());
    Place P = lvalue(U->getSubExpr());
    return ok() ? Value::pointer(P) : Value();
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Value Old;
    Place P = increment(U, U->isPostfix() ? &Old : nullptr);
    return !ok() ? Value() : U->isPostfix() ? Old : leaves().load(P, U->getSourceRange());
  }
  default: break;
  }
  if (ok())
    refuse(Diag::HostUnsupportedExpr, U->getSourceRange(), {"'" + text(U) + "'"});
  return {};
}

Place Expressions::increment(const UnaryOperator *U, Value *Before) {
  clang::SourceRange Rg = U->getSourceRange();
  Place P = lvalue(U->getSubExpr());
  if (!ok())
    return P;
  Value Old = leaves().load(P, Rg);
  bool Inc = U->isIncrementOp();
  auto T = places().scalarType(U->getSubExpr()->getType());
  if (Old.K == Value::Pointer) {
    ExprP D = constant({ScalarType::Signed, 64}, Inc ? 1 : uint64_t(-1));
    if (Before)
      *Before = Old = keeping().pinned(Old);
    return stored(P, moved(Old.P, U->getSubExpr()->getType(), D, Rg), Rg);
  }
  if (auto Rest = strings().laterCharacters(Old, constant({ScalarType::Signed, 64}, Inc ? 1 : uint64_t(-1)))) {
    if (Before)
      *Before = Old;
    return stored(P, *Rest, Rg);
  }
  if (Old.K == Value::Str) {
    refuse(Diag::HostPointer, Rg, {text(U->getSubExpr())});
    return P;
  }
  if (Old.K != Value::Scalar || !T) {
    if (ok())
      refuse(Diag::HostUnsupportedExpr, Rg, {"'" + text(U) + "'"});
    return P;
  }
  // ++ of a narrow type computes in int and converts back.
  ScalarType W = T->isInteger() && T->Bits < 32 ? intType() : *T;
  uint64_t One = 1;
  if (W.K == ScalarType::Float)
    One = W.Bits == 32 ? 0x3f800000u : 0x3ff0000000000000ull;
  if (Before && Old.E->O != Expr::Const) {
    Place Tmp = places().temporary(U->getSubExpr()->getType(), "old");
    leaves().store(Tmp, Old, Rg);
    Old = leaves().load(Tmp, Rg);
  }
  if (Before)
    *Before = Old;
  ExprP New = binary(Inc ? Expr::Add : Expr::Sub, castTo(W, Old.E), constant(W, One));
  return stored(P, Value::scalar(castTo(*T, New)), Rg);
}

} // namespace persistify::host
