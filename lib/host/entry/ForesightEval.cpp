//===- ForesightEval.cpp - expressions -----------------------------------------===//
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

/// Whether a pointer of type To, which points to numbers, sees something else there than one of type From does.
static bool otherElements(QualType To, QualType From, const ASTContext &Ctx) {
  if (!To->isPointerType() || !From->isPointerType())
    return false;
  To = To->getPointeeType();
  From = From->getPointeeType();
  return To->isArithmeticType() && !From->isVoidType() && !From->isIncompleteType() &&
         (From->isRecordType() || (From->isArithmeticType() && (Ctx.getTypeSize(To) != Ctx.getTypeSize(From) ||
                                                                To->isIntegerType() != From->isIntegerType())));
}

/// Whether a value of type T is one datum.
bool isLeaf(QualType T) { return !T->isRecordType() && !T->isArrayType(); }

Datum fit(const ASTContext &Ctx, Datum D, QualType T) {
  if (D.K != Datum::Int || !T->isIntegralOrEnumerationType() || T->isDependentType() || T->isIncompleteType())
    return D;
  unsigned Bits = Ctx.getTypeSize(T);
  if (T->isBooleanType())
    D.I = D.I != 0;
  else if (Bits < 64 && T->isUnsignedIntegerOrEnumerationType())
    D.I &= (int64_t(1) << Bits) - 1;
  else if (Bits < 64)
    D.I = int64_t(uint64_t(D.I) << (64 - Bits)) >> (64 - Bits);
  return D;
}

Datum fitBits(Datum D, const FieldDecl *F) {
  if (D.K != Datum::Int || !F || !F->isBitField() || F->getBitWidth()->isValueDependent())
    return D;
  const unsigned Bits = F->getBitWidthValue(F->getASTContext());
  if (Bits && Bits < 64)
    D.I = int64_t(uint64_t(D.I) << (64 - Bits)) >> (64 - Bits);
  return fit(F->getASTContext(),
             F->getType()->isUnsignedIntegerOrEnumerationType() && Bits && Bits < 64
                 ? Datum::integer(D.I & ((int64_t(1) << Bits) - 1))
                 : D,
             F->getType());
}

/// The characters that L has, up to those that are zero. Nothing if one is not constant.
static std::optional<std::string> characters(const InitListExpr *L) {
  std::string S;
  for (const clang::Expr *X : L->inits()) {
    auto *C = dyn_cast<CharacterLiteral>(X->IgnoreParenCasts());
    auto *I = dyn_cast<IntegerLiteral>(X->IgnoreParenCasts());
    if (!C && !I && !isa<ImplicitValueInitExpr>(X))
      return std::nullopt;
    S += C ? char(C->getValue()) : I ? char(I->getValue().getLimitedValue()) : '\0';
  }
  return S.substr(0, S.find_last_not_of('\0') + 1);
}

// ---- initialisation -----------------------------------------------------------------

void Walk::init(const Spot &At, const clang::Expr *X, QualType T) {
  if (!X || Dead || At.empty())
    return;
  if (T->isReferenceType()) {
    if (X->getType()->isFunctionType())
      M.write(At, value(X));
    else
      M.write(At, Datum::bound(place(X)));
    return;
  }
  for (;;) {
    X = X->IgnoreParens();
    if (auto *C = dyn_cast<FullExpr>(X))
      X = C->getSubExpr();
    else if (auto *B = dyn_cast<CXXBindTemporaryExpr>(X))
      X = B->getSubExpr();
    else if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
      X = D->getExpr();
    else if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
      X = D->getExpr();
    else if (auto *B = dyn_cast<MaterializeTemporaryExpr>(X); B && !X->isGLValue())
      X = B->getSubExpr();
    else if (auto *C = dyn_cast<CastExpr>(X);
             C && T->isRecordType() && X->isPRValue() && C->getCastKind() != CK_LValueToRValue)
      X = C->getSubExpr();
    else
      break;
  }
  if (auto *L = dyn_cast<InitListExpr>(X)) {
    if (isLeaf(T))
      return M.write(At, L->getNumInits()     ? value(L->getInit(0))
                         : T->isPointerType() ? Datum::null()
                                              : Datum::integer(0));
    return initList(At, L->getSemanticForm() ? L->getSemanticForm() : L);
  }
  if (auto *C = dyn_cast<CXXConstructExpr>(X))
    return construct(At, C);
  if (auto *L = dyn_cast<LambdaExpr>(X))
    return closure(At, L);
  if (auto *S = dyn_cast<clang::StringLiteral>(X); S && T->isArrayType() && S->isOrdinary())
    return M.write(At, Datum::text(S->getString().str()));
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(X)) {
    if (isLeaf(T))
      M.write(At, T->isPointerType() ? Datum::null() : Datum::integer(0));
    return;
  }
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(X)) {
    const clang::Expr *Array = L->getSubExpr();
    M.copy(At, place(Array));
    if (auto *A = Ctx->getAsConstantArrayType(Array->getType()))
      M.write(At + "!size", Datum::integer(A->getZExtSize()));
    return;
  }
  if (!isLeaf(T)) {
    Spot From = place(X);
    if (From.empty())
      return M.clear(At);
    return M.copy(At, From);
  }
  M.write(At, fit(*Ctx, value(X), T));
}

void Walk::initField(const Spot &At, const FieldDecl *F, const clang::Expr *X) {
  const Spot To = F->getIdentifier() ? At + (F->getParent()->isUnion() ? ".|" : ".") + F->getNameAsString() : At;
  init(To, X, F->getType());
  if (F->isBitField())
    M.write(To, fitBits(M.read(To), F));
}

void Walk::initList(const Spot &At, const InitListExpr *L) {
  QualType T = L->getType();
  if (L->isTransparent() && L->getNumInits() == 1)
    return init(At, L->getInit(0), L->getInit(0)->getType());
  if (auto *A = Ctx->getAsConstantArrayType(T)) {
    if (L->isStringLiteralInit())
      return init(At, L->getInit(0), T);
    if (auto Text = A->getElementType()->isCharType() ? characters(L) : std::nullopt)
      return M.write(At, Datum::text(*Text));
    for (unsigned I = 0; I < L->getNumInits() && !Dead; ++I)
      init(At + "[" + std::to_string(I) + "]", L->getInit(I), A->getElementType());
    if (isLeaf(A->getElementType())) // the rest is zero
      for (uint64_t I = L->getNumInits(); I < std::min<uint64_t>(A->getZExtSize(), 64); ++I)
        M.write(At + "[" + std::to_string(I) + "]",
                A->getElementType()->isPointerType() ? Datum::null() : Datum::integer(0));
    return;
  }
  auto *RD = T->getAsRecordDecl();
  if (!RD)
    return;
  if (RD->isUnion()) {
    if (L->getInitializedFieldInUnion() && L->getNumInits())
      init(member(At, L->getInitializedFieldInUnion()), L->getInit(0), L->getInitializedFieldInUnion()->getType());
    return;
  }
  unsigned N = 0;
  if (auto *CD = dyn_cast<CXXRecordDecl>(RD))
    for (const CXXBaseSpecifier &B : CD->bases())
      if (N < L->getNumInits())
        init(At, L->getInit(N++), B.getType());
  for (const FieldDecl *F : RD->fields()) {
    if (F->isUnnamedBitField() || N >= L->getNumInits())
      continue;
    bool Elements = !F->getIdentifier() || containerOf(T) == Container::Array;
    // In a member's own initialiser `this` is the object with the member.
    const size_t Frame = Frames.size();
    const bool Own = Frame && isa<CXXDefaultInitExpr>(L->getInit(N)->IgnoreParens());
    Spot Outer = Own ? std::exchange(Frames[Frame - 1].This, At) : Spot();
    auto Back = llvm::make_scope_exit([&] {
      if (Own)
        Frames[Frame - 1].This = std::move(Outer);
    });
    if (Elements)
      init(At, L->getInit(N++), F->getType());
    else
      initField(At, F, L->getInit(N++));
  }
}

// ---- values -------------------------------------------------------------------------

std::optional<bool> Walk::truth(const clang::Expr *X) {
  Datum D = value(X);
  switch (D.K) {
  case Datum::Int: return D.I != 0;
  case Datum::Null: return false;
  case Datum::Text:
  case Datum::Address:
  case Datum::Kernel:
  case Datum::Token:
  case Datum::Function: return true;
  default: return std::nullopt;
  }
}

std::optional<bool> equal(const Datum &A, const Datum &B) {
  if (!A || !B)
    return std::nullopt;
  if (A.K == Datum::Int && B.K == Datum::Int)
    return A.I == B.I;
  if (A.K == Datum::Null || B.K == Datum::Null)
    return A.K == B.K;
  if (A.K != B.K)
    return std::nullopt;
  if (A.K == Datum::Kernel || A.K == Datum::Token) {
    if (A.I && B.I)
      return A.I == B.I;
    return !A.S.empty() && !B.S.empty() && A.S != B.S ? std::optional(false) : std::nullopt;
  }
  if (A.S.find('?') != std::string::npos || B.S.find('?') != std::string::npos) // one of several
    return std::nullopt;
  if (A.K == Datum::Address || A.K == Datum::Function)
    return A == B;
  return std::nullopt;
}

Datum Walk::either(const clang::Expr *Cond, const clang::Expr *A, const clang::Expr *B, bool Place) {
  auto Way = [&](const clang::Expr *X) { return Place ? Datum::bound(place(X)) : value(X); };
  auto C = truth(Cond);
  if (Dead)
    return {};
  if (C)
    return Way(*C ? A : B);
  Datum DA, DB;
  bool AlsoA = false, AlsoB = false;
  branch(
      [&] {
        DA = Way(A);
        AlsoA = !Dead;
        return Flow::Next;
      },
      [&] {
        DB = Way(B);
        AlsoB = !Dead;
        return Flow::Next;
      });
  if (AlsoA && AlsoB)
    return join(DA, DB);
  return AlsoA ? DA : DB;
}

Datum Walk::newObject(const CXXNewExpr *N) {
  Spot At = M.create() + "[0]";
  if (N->getNumPlacementArgs() == 1 && N->getPlacementArg(0)->getType()->isPointerType())
    if (Datum P = value(N->getPlacementArg(0)); P.K == Datum::Address)
      At = follow(P.S);
  const clang::Expr *I = N->getInitializer();
  if (N->isArray() && N->getArraySize())
    value(*N->getArraySize());
  if (N->isArray() && I && isa<InitListExpr>(I))
    init(At.substr(0, At.size() - 3), I, I->getType());
  else if (I)
    init(At, I, N->getAllocatedType());
  return Datum::address(At);
}

Datum Walk::value(const clang::Expr *X) {
  if (!X || !spend() || Depth > 200)
    return {};
  Deeper Here(Depth);
  if (const clang::Expr *Inner = wrappedIn(X))
    return value(Inner);
  if (auto *D = dyn_cast<CXXDefaultArgExpr>(X))
    return value(D->getExpr());
  if (auto *D = dyn_cast<CXXDefaultInitExpr>(X))
    return value(D->getExpr());
  if (auto *C = dyn_cast<ChooseExpr>(X))
    return value(C->getChosenSubExpr());
  if (auto *G = dyn_cast<GenericSelectionExpr>(X))
    return value(G->getResultExpr());
  if (auto *C = dyn_cast<CastExpr>(X))
    return castValue(C);
  if (auto *U = dyn_cast<UnaryOperator>(X))
    return unary(U);
  if (auto *B = dyn_cast<BinaryOperator>(X))
    return binary(B);
  if (auto *C = dyn_cast<AbstractConditionalOperator>(X))
    return either(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), X->isGLValue() || !isLeaf(X->getType()));
  if (auto *C = dyn_cast<CallExpr>(X)) {
    Datum D = call(C);
    return D.K == Datum::Bound && isLeaf(C->getType().getNonReferenceType()) ? M.read(follow(D.S)) : D;
  }
  if (auto *D = dyn_cast<DeclRefExpr>(X)) {
    if (auto *E = dyn_cast<EnumConstantDecl>(D->getDecl()))
      return Datum::integer(E->getInitVal().extOrTrunc(64).getSExtValue());
    if (auto *F = dyn_cast<FunctionDecl>(D->getDecl()))
      return Datum::of(Datum::Function, F);
    return M.read(place(X));
  }
  switch (X->getStmtClass()) {
  case clang::Stmt::IntegerLiteralClass:
    return Datum::integer(llvm::cast<IntegerLiteral>(X)->getValue().getLimitedValue());
  case clang::Stmt::CharacterLiteralClass: return Datum::integer(llvm::cast<CharacterLiteral>(X)->getValue());
  case clang::Stmt::CXXBoolLiteralExprClass: return Datum::integer(llvm::cast<CXXBoolLiteralExpr>(X)->getValue());
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass: return Datum::null();
  case clang::Stmt::StringLiteralClass: {
    auto *S = llvm::cast<clang::StringLiteral>(X);
    return S->isOrdinary() ? Datum::text(S->getString().str()) : Datum();
  }
  case clang::Stmt::PredefinedExprClass:
    return hasOneText(llvm::cast<PredefinedExpr>(X)) ? value(llvm::cast<PredefinedExpr>(X)->getFunctionName())
                                                     : Datum();
  case clang::Stmt::CXXThisExprClass: return Frames.empty() ? Datum() : Datum::address(Frames.back().This);
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    return X->getType()->isPointerType() ? Datum::null() : Datum::integer(0);
  case clang::Stmt::InitListExprClass: {
    auto *L = llvm::cast<InitListExpr>(X);
    if (isLeaf(X->getType()) && L->getNumInits() <= 1)
      return L->getNumInits()                ? value(L->getInit(0))
             : X->getType()->isPointerType() ? Datum::null()
                                             : Datum::integer(0);
    break;
  }
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass: {
    clang::Expr::EvalResult R;
    if (!X->isValueDependent() && X->EvaluateAsInt(R, *Ctx))
      return Datum::integer(R.Val.getInt().extOrTrunc(64).getSExtValue());
    return {};
  }
  case clang::Stmt::CXXThrowExprClass: Dead = true; return {};
  case clang::Stmt::CXXDeleteExprClass: {
    auto *D = llvm::cast<CXXDeleteExpr>(X);
    if (Datum P = value(D->getArgument()); P.K == Datum::Address && !D->isArrayForm())
      destroy(follow(P.S), D->getDestroyedType());
    return {};
  }
  case clang::Stmt::CXXNewExprClass: return newObject(llvm::cast<CXXNewExpr>(X));
  case clang::Stmt::StmtExprClass: {
    const CompoundStmt *S = llvm::cast<StmtExpr>(X)->getSubStmt();
    llvm::SmallVector<const clang::Stmt *, 8> Body(S->body_begin(), S->body_end());
    auto *Last = Body.empty() ? nullptr : dyn_cast<clang::Expr>(Body.back());
    if (Last)
      Body.pop_back();
    if (block(Body, 0) != Flow::Next || !Last)
      return {};
    return value(Last);
  }
  default: break;
  }
  Spot At = X->isGLValue() || !isLeaf(X->getType()) ? place(X) : Spot();
  return isLeaf(X->getType()) ? M.read(At) : Datum::bound(At);
}

Datum Walk::castValue(const CastExpr *C) {
  const clang::Expr *X = C->getSubExpr();
  switch (C->getCastKind()) {
  case CK_LValueToRValue: {
    Spot At = place(X);
    Datum D = M.read(At);
    // A global constant: what the compiler knows.
    if (!D && !Dead && C->getType()->isIntegralOrEnumerationType() && !C->isValueDependent()) {
      clang::Expr::EvalResult R;
      if (isa<DeclRefExpr>(X->IgnoreParens()) && C->EvaluateAsInt(R, *Ctx))
        return Datum::integer(R.Val.getInt().extOrTrunc(64).getSExtValue());
    }
    return D;
  }
  case CK_ArrayToPointerDecay: {
    if (isa<clang::StringLiteral, PredefinedExpr>(X->IgnoreParens()))
      return value(X->IgnoreParens());
    Spot At = place(X);
    return At.empty() ? Datum() : Datum::address(At + "[0]");
  }
  case CK_NullToPointer:
  case CK_NullToMemberPointer: return Datum::null();
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_BooleanToSignedIntegral: return fit(*Ctx, value(X), C->getType());
  case CK_PointerToBoolean: {
    auto B = truth(X);
    return B ? Datum::integer(*B) : Datum();
  }
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast: value(X); return {};
  case CK_ToVoid: run(X); return {};
  case CK_BitCast: {
    Datum D = value(X);
    if (D.K != Datum::Address || !otherElements(C->getType(), X->getType(), *Ctx))
      return D;
    if (!C->getType()->getPointeeType().isConstQualified()) // parts of numbers are set by that
      M.doubt(withoutIndex(D.S));
    return Datum::address(fresh(C->getType()->getPointeeType()));
  }
  default: {
    Datum D = value(X);
    return D.K == Datum::Bound && isLeaf(C->getType()) ? M.read(follow(D.S)) : D;
  }
  }
}

Spot Walk::step(const UnaryOperator *U, Datum &Value) {
  const clang::Expr *X = U->getSubExpr();
  Spot At = place(X);
  Datum Old = M.read(At), New = arithmetic(BO_Add, Old, Datum::integer(U->isIncrementOp() ? 1 : -1), U->getType());
  New = fitBits(fit(*Ctx, New, X->getType()), X->getSourceBitField());
  M.write(At, New);
  Value = U->isPrefix() ? New : Old;
  if (planted("stepped-twice"))
    return place(X);
  return At;
}

Datum Walk::unary(const UnaryOperator *U) {
  const clang::Expr *X = U->getSubExpr();
  QualType T = U->getType();
  switch (U->getOpcode()) {
  case UO_AddrOf:
    if (X->getType()->isFunctionType())
      return value(X);
    return Datum::address(place(X));
  case UO_Deref:
    if (X->getType()->isFunctionPointerType())
      return value(X);
    return M.read(place(U));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Datum Value;
    step(U, Value);
    return Value;
  }
  case UO_LNot: {
    auto B = truth(X);
    return B ? Datum::integer(!*B) : Datum();
  }
  case UO_Minus:
  case UO_Not: {
    Datum D = value(X);
    if (D.K == Datum::Int)
      D.I = U->getOpcode() == UO_Minus ? int64_t(-uint64_t(D.I)) : ~D.I;
    return D.K == Datum::Int && T->isIntegerType() ? fit(*Ctx, D, T) : Datum();
  }
  default: return value(X);
  }
}

Datum Walk::arithmetic(BinaryOperatorKind Op, const Datum &A, const Datum &B, QualType T) {
  if (B.K == Datum::Int && (Op == BO_Add || Op == BO_Sub)) {
    int64_t By = Op == BO_Add ? B.I : -B.I;
    if (A.K == Datum::Address)
      return Datum::address(moved(A.S, By));
    if (A.K == Datum::Text) {
      Datum D = A;
      D.I += By;
      return D;
    }
  }
  if (A.K == Datum::Address && !B && (Op == BO_Add || Op == BO_Sub) && T->isPointerType() &&
      lastIndex(A.S)) // some element
    return Datum::address(withoutIndex(A.S) + "[?]");
  if (A.K == Datum::Int && (B.K == Datum::Address || B.K == Datum::Text) && Op == BO_Add)
    return arithmetic(Op, B, A, T);
  if (A.K == Datum::Address && B.K == Datum::Address && Op == BO_Sub) {
    auto I = lastIndex(A.S), J = lastIndex(B.S);
    bool Same = I && J && withoutIndex(A.S) == withoutIndex(B.S);
    return Same ? Datum::integer(*I - *J) : Datum();
  }
  if (A.K != Datum::Int || B.K != Datum::Int || !T->isIntegralOrEnumerationType())
    return {};
  bool Unsigned = T->isUnsignedIntegerOrEnumerationType();
  uint64_t X = A.I, Y = B.I;
  int64_t R = 0;
  switch (Op) {
  case BO_Add: R = X + Y; break;
  case BO_Sub: R = X - Y; break;
  case BO_Mul: R = X * Y; break;
  case BO_Div:
  case BO_Rem: {
    if (Y == 0 || (!Unsigned && B.I == -1))
      return {};
    bool Div = Op == BO_Div;
    R = Unsigned ? (Div ? X / Y : X % Y) : (Div ? A.I / B.I : A.I % B.I);
    break;
  }
  case BO_And: R = X & Y; break;
  case BO_Or: R = X | Y; break;
  case BO_Xor: R = X ^ Y; break;
  case BO_Shl:
  case BO_Shr:
    if (Y > 63)
      return {};
    R = Op == BO_Shl ? X << Y : Unsigned ? X >> Y : A.I >> Y;
    break;
  default: return {};
  }
  return fit(*Ctx, Datum::integer(R), T);
}

Spot Walk::assign(const BinaryOperator *B, Datum &Value) {
  const clang::Expr *L = B->getLHS(), *R = B->getRHS();
  auto *C = dyn_cast<CompoundAssignOperator>(B);
  if (!C && !isLeaf(L->getType())) {
    Spot From = place(R), At = place(L);
    if (From.empty())
      M.clear(At);
    else
      M.copy(At, From);
    Value = Datum::bound(At);
    return At;
  }
  Datum V = value(R);
  Spot At = place(L);
  if (C)
    V = arithmetic(BinaryOperator::getOpForCompoundAssignment(B->getOpcode()),
                   fit(*Ctx, M.read(At), C->getComputationLHSType()), V, C->getComputationResultType());
  else if (llvm::StringRef(At).ends_with("[?]")) // some element of it
    V = join(V, M.read(At));
  Value = fitBits(fit(*Ctx, V, L->getType()), L->getSourceBitField());
  M.write(At, Value);
  if (planted("stepped-twice"))
    return place(L);
  return At;
}

Datum Walk::binary(const BinaryOperator *B) {
  BinaryOperatorKind Op = B->getOpcode();
  const clang::Expr *L = B->getLHS(), *R = B->getRHS();
  if (Op == BO_Comma) {
    run(L);
    return Dead ? Datum() : value(R);
  }
  if (B->isAssignmentOp()) {
    Datum Value;
    assign(B, Value);
    return Value;
  }
  if (Op == BO_LAnd || Op == BO_LOr) {
    auto A = truth(L);
    if (Dead)
      return {};
    if (A && *A == (Op == BO_LOr))
      return Datum::integer(*A);
    std::optional<bool> V;
    if (A)
      V = truth(R);
    else
      branch(
          [&] {
            V = truth(R);
            return Flow::Next;
          },
          [] { return Flow::Next; });
    if (A || (V && *V == (Op == BO_LOr)))
      return V ? Datum::integer(*V) : Datum();
    return {};
  }
  Datum A = value(L), V = value(R);
  if (B->isEqualityOp()) {
    auto E = equal(A, V);
    return E ? Datum::integer(*E == (Op == BO_EQ)) : Datum();
  }
  if (B->isRelationalOp()) {
    if (A.K == Datum::Address && V.K == Datum::Address)
      if (Datum D = arithmetic(BO_Sub, A, V, Ctx->LongTy)) {
        A = D;
        V = Datum::integer(0);
      }
    if (A.K != Datum::Int || V.K != Datum::Int)
      return {};
    bool Unsigned = L->getType()->isUnsignedIntegerOrEnumerationType();
    bool Less = Unsigned ? uint64_t(A.I) < uint64_t(V.I) : A.I < V.I, Same = A.I == V.I;
    return Datum::integer(Op == BO_LT ? Less : Op == BO_LE ? Less || Same : Op == BO_GT ? !Less && !Same : !Less);
  }
  return arithmetic(Op, A, V, B->getType());
}

} // namespace persistify::host::foresight
