//===- Algorithms.cpp - algorithms over the elements of arrays ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that change their places, and steps of iterators; the others are in AlgorithmCall.cpp.
//
//===----------------------------------------------------------------------===//
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/AlgorithmCall.h"
#include "library/ContainerKinds.h"
#include "library/Containers.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include "persistify/Containment.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace persistify::host {

using library::Does;

std::optional<Value> Algorithms::stepOrDistance(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  const bool Two = C->getNumArgs() == 2;
  Value A = containers().operand(C->getArg(0)), B;
  if (What == Does::Distance) {
    B = ok() ? containers().operand(C->getArg(1)) : Value();
    auto X = ok() ? exprs().withinArray(BO_Sub, B, A) : std::nullopt;
    return X ? std::optional(Value::scalar(*X)) : std::nullopt;
  }
  if (!ok() || A.K != Value::Pointer)
    return std::nullopt;
  const bool Next = What == Does::NextOf;
  if (!Two)
    return Value::pointer(places().advance(A.P, constant({ScalarType::Signed, 64}, Next ? 1 : ~uint64_t(0)), Rg));
  ExprP By = exprs().scalar(C->getArg(1));
  if (!ok() || !By)
    return std::nullopt;
  return Value::pointer(places().advance(A.P, Next ? By : unary(Expr::Neg, By), Rg));
}

std::optional<Value> Algorithms::algorithm(const library::Row &Row, const clang::CallExpr *C) {
  const Does What = Row.What;
  if (What < Does::Rotate || !C->getDirectCallee())
    return std::nullopt;
  if (What == Does::Rotate || What == Does::Reverse)
    return rearranged(What, C);
  if (What == Does::NextOf || What == Does::PreviousOf || What == Does::Distance)
    return stepOrDistance(What, C);
  return AlgorithmCall(*this, Row, C).result();
}

std::optional<Value> Algorithms::sameVectors(const CXXOperatorCallExpr *C) {
  static const library::Row Equal{{}, {}, "operator==", 2, 2, Does::Equal, 0};
  const clang::SourceRange Rg = C->getSourceRange();
  const clang::Expr *X = bare(C->getArg(0)), *Y = bare(C->getArg(1));
  const bool Differ = C->getOperator() == OO_ExclaimEqual;
  if ((!Differ && C->getOperator() != OO_EqualEqual) || containerOf(Y->getType()) != Container::Vector ||
      !X->isGLValue() || !Y->isGLValue() || planted("vectors-uncompared"))
    return std::nullopt;
  const QualType T = elementType(X->getType());
  if (!places().scalarType(T) || T->isBooleanType() || !Ctx.hasSameUnqualifiedType(T, elementType(Y->getType())))
    return std::nullopt;
  Place A = exprs().lvalue(X), B = ok() ? exprs().lvalue(Y) : Place();
  if (!ok())
    return Value();
  if (A.Or || B.Or)
    return std::nullopt;
  const Value N = containers().containerSize(A, Rg), M = ok() ? containers().containerSize(B, Rg) : Value();
  const Place First = ok() ? containers().firstElement(A, Rg) : Place(),
              Second = ok() ? containers().firstElement(B, Rg) : Place();
  if (!ok())
    return Value();
  const ExprP Lengths = keeping().pinned(binary(Expr::EQ, N.E, M.E), "lengths");
  const ExprP Count = keeping().pinned(conditional(Lengths, N.E, constant(sizeType(), 0)), "count");
  const ExprP Same = AlgorithmCall(*this, Equal, C).same(First, Second, Count);
  if (!ok())
    return Value();
  const ExprP Both = binary(Expr::LogAnd, Lengths, Same);
  return Value::scalar(castTo(boolType(), Differ ? unary(Expr::LogNot, Both) : Both));
}

/// Whether the program asks of \p X only if it is zero.
static bool testedForZero(ASTContext &Ctx, const clang::Expr *X) {
  const auto Parents = Ctx.getParents(*X);
  const DynTypedNode Up = Parents.size() == 1 ? Parents[0] : DynTypedNode();
  if (auto *B = Up.get<BinaryOperator>()) {
    const clang::Expr *Other = B->getLHS() == X ? B->getRHS() : B->getLHS();
    auto Zero = B->isEqualityOp() ? Other->getIntegerConstantExpr(Ctx) : std::nullopt;
    return B->isLogicalOp() || (Zero && *Zero == 0);
  }
  if (auto *U = Up.get<UnaryOperator>())
    return U->getOpcode() == UO_LNot;
  if (auto *Q = Up.get<ConditionalOperator>())
    return Q->getCond() == X;
  if (auto *C = Up.get<ImplicitCastExpr>())
    return C->getCastKind() == CK_IntegralToBoolean;
  if (auto *P = Up.get<ParenExpr>())
    return testedForZero(Ctx, P);
  if (auto *S = Up.get<IfStmt>())
    return S->getCond() == X;
  if (auto *S = Up.get<WhileStmt>())
    return S->getCond() == X;
  if (auto *S = Up.get<DoStmt>())
    return S->getCond() == X;
  auto *S = Up.get<ForStmt>();
  return S && S->getCond() == X;
}

std::optional<Value> Algorithms::sameBytes(Does What, const clang::CallExpr *C) {
  static const library::Row Row{{}, {}, "", 3, 3, Does::CompareBytes, 0};
  const clang::SourceRange Rg = C->getSourceRange();
  if (What != Does::CompareBytes || !testedForZero(Ctx, C))
    return std::nullopt;
  Checkpoint Before = stmts().save();
  const Value A = keeping().pointerOf(C->getArg(0)), B = ok() ? keeping().pointerOf(C->getArg(1)) : Value();
  const ExprP Bytes = ok() ? castTo(sizeType(), exprs().scalar(C->getArg(2))) : nullptr;
  if (!ok())
    return Value();
  auto Of = [&](const Value &V) {
    return V.K == Value::Pointer && V.P.valid() && !V.P.Or && !effects().hostOnly(V.P) ? places().scalarType(V.P.T)
                                                                                       : std::nullopt;
  };
  const auto T = Of(A), U = Of(B);
  const auto N = constantValue(Bytes);
  if (!T || !U || T->Bits != U->Bits || T->K == ScalarType::Bool || U->K == ScalarType::Bool ||
      (N && *N % T->bytes())) {
    stmts().restore(std::move(Before));
    return std::nullopt;
  }
  const ExprP Size = constant(sizeType(), T->bytes()), All = keeping().pinned(Bytes, "bytes");
  if (!N && T->bytes() > 1)
    stmts().bailIf(binary(Expr::NE, binary(Expr::Rem, All, Size), constant(sizeType(), 0)), Stmt::Unseen, Rg);
  const ExprP Count = keeping().pinned(binary(Expr::Div, All, Size), "count");
  const ExprP Same = AlgorithmCall(*this, Row, C).same(A.P, B.P, Count);
  return ok() ? Value::scalar(castTo(intType(), unary(Expr::LogNot, Same))) : Value();
}

std::optional<Value> Algorithms::rearranged(Does What, const clang::CallExpr *C) {
  clang::SourceRange Rg = C->getSourceRange();
  std::vector<Place> Els, Middle;
  const bool Rotate = What == Does::Rotate;
  if (C->getNumArgs() != (Rotate ? 3u : 2u))
    return std::nullopt;
  if (!containers().elementsBetween(C->getArg(0), C->getArg(Rotate ? 2 : 1), Els) ||
      (Rotate && !containers().elementsBetween(C->getArg(0), C->getArg(1), Middle))) {
    if (ok())
      refuse(Diag::HostContainerLength, Rg, {text(C->getArg(0))});
    return Value();
  }
  std::vector<Place> Old;
  for (const Place &P : Els) {
    Old.push_back(places().temporary(P.T, "old"));
    if (ok())
      leaves().store(Old.back(), leaves().load(P, Rg), Rg);
  }
  size_t Size = Els.size(), By = Rotate ? Middle.size() : 0;
  for (size_t I = 0; I < Size && ok(); ++I)
    leaves().store(Els[I], leaves().load(Old[Rotate ? (I + By) % Size : Size - 1 - I], Rg), Rg);
  return Value();
}

} // namespace persistify::host
