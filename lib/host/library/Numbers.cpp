//===- Numbers.cpp - the library's functions of integers ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those that count bits or find common divisors, and those that take floating-point
// numbers apart. OpenCL C 1.2 has popcount and clz; the rest is made of them.
//
//===----------------------------------------------------------------------===//
#include "effects/HostEffects.h"
#include "interpreter/Expressions.h"
#include "interpreter/Statements.h"
#include "library/Algorithms.h"
#include "machine/Keeping.h"
#include "machine/Leaves.h"
#include "machine/Places.h"
#include <cerrno>
#include <cstdlib>

using namespace clang;

namespace persistify::host {

using library::Does;

std::optional<Value> Algorithms::bitFunction(Does What, const clang::CallExpr *C) {
  switch (What) {
  case Does::CountOnes:
  case Does::CountLeadingZeros:
  case Does::CountTrailingZeros:
  case Does::FirstOne:
  case Does::Parity:
  case Does::OneOnly:
  case Does::BitWidth: break;
  default: return std::nullopt;
  }
  auto T = places().scalarType(C->getArg(0)->getType()), To = places().scalarType(C->getType());
  if (!T || !T->isInteger() || !To)
    return std::nullopt;
  // Smaller types are promoted where they are computed with.
  const ScalarType Given = {ScalarType::Unsigned, T->Bits}, U = {ScalarType::Unsigned, std::max(T->Bits, 32u)};
  ExprP X = keeping().pinned(castTo(U, castTo(Given, exprs().scalar(C->getArg(0)))), "bits");
  if (!ok())
    return Value();
  auto Number = [&](uint64_t V) { return constant(U, V); };
  auto Count = [&](const char *Of, const ExprP &Y) { return math(Of, U, {Y}); };
  const ExprP Zero = binary(Expr::EQ, X, Number(0)), Lowest = binary(Expr::BitAnd, X, unary(Expr::Neg, X));
  // The number of zeros behind the lowest one.
  const ExprP Behind = binary(Expr::Sub, Number(U.Bits - 1), Count("clz", Lowest));
  ExprP V;
  switch (What) {
  case Does::CountOnes: V = Count("popcount", X); break;
  case Does::CountLeadingZeros: V = binary(Expr::Sub, Count("clz", X), Number(U.Bits - T->Bits)); break;
  case Does::CountTrailingZeros: V = conditional(Zero, Number(T->Bits), Behind); break;
  case Does::FirstOne: V = conditional(Zero, Number(0), binary(Expr::Add, Behind, Number(1))); break;
  case Does::Parity: V = binary(Expr::BitAnd, Count("popcount", X), Number(1)); break;
  case Does::OneOnly: V = binary(Expr::EQ, Count("popcount", X), Number(1)); break;
  default: V = binary(Expr::Sub, Number(U.Bits), Count("clz", X)); break;
  }
  return Value::scalar(castTo(*To, V));
}

std::optional<Value> Algorithms::writtenNumber(Does What, const clang::CallExpr *C) {
  const bool Simple = What == Does::ParseDecimal, Based = What == Does::ParseNumber;
  auto *L = Simple || Based ? dyn_cast<clang::StringLiteral>(C->getArg(0)->IgnoreParenCasts()) : nullptr;
  auto Base = Based ? exprs().evaluate(C->getArg(2)) : std::optional<uint64_t>(10);
  auto T = places().scalarType(C->getType());
  if (!L || !L->isOrdinary() || !T || !Base || *Base > 36 || *Base == 1 ||
      (Based && !C->getArg(1)->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull)))
    return std::nullopt;
  errno = 0;
  const long long V = std::strtoll(L->getString().str().c_str(), nullptr, int(*Base));
  if (errno ||
      (T->Bits < 64 && (V < -(1LL << (T->Bits - 1)) || V >= 1LL << (T->Bits - 1)))) // sets errno, or is undefined
    return std::nullopt;
  effects().metWhole(C);
  return Value::scalar(constant(*T, uint64_t(V)));
}

std::optional<Value> Algorithms::divisorFunction(Does What, const clang::CallExpr *C) {
  const bool Signs = What == Does::GcdAsIs; // which takes them as they are
  if (!Signs && What != Does::Gcd && What != Does::Lcm)
    return std::nullopt;
  auto To = places().scalarType(C->getType().getNonReferenceType());
  if (!To || !To->isInteger())
    return std::nullopt;
  clang::SourceRange Rg = C->getSourceRange();
  const ScalarType In = Signs ? *To : ScalarType{ScalarType::Unsigned, To->Bits};
  const QualType T = Signs ? C->getType().getNonReferenceType().getUnqualifiedType()
                           : Ctx.getIntTypeForBitwidth(To->Bits, /*Signed=*/false);
  ExprP Given[2];
  for (unsigned I = 0; I < 2 && ok(); ++I) {
    ExprP X = keeping().pinned(castTo(*To, exprs().scalar(C->getArg(I))), "number");
    if (ok() && !Signs && To->K == ScalarType::Signed)
      X = keeping().pinned(
          conditional(binary(Expr::LT, X, constant(*To, 0)), unary(Expr::Neg, castTo(In, X)), castTo(In, X)), "number");
    Given[I] = X;
  }
  if (!ok())
    return Value();
  Place A = places().temporary(T, "divisor"), B = places().temporary(T, "rest");
  auto Get = [&](const Place &P) { return leaves().load(P, Rg).E; };
  auto Set = [&](const Place &P, const ExprP &V) {
    if (ok())
      leaves().store(P, Value::scalar(castTo(In, V)), Rg);
  };
  Set(A, Given[0]);
  Set(B, Given[1]);
  Statements::LoopParts L; // Euclid's
  L.Whole = C;
  L.Test = [&] { return binary(Expr::NE, Get(B), constant(In, 0)); };
  L.Enter = [&] {
    ExprP Rest = keeping().pinned(binary(Expr::Rem, Get(A), Get(B)), "rest");
    Set(A, Get(B));
    Set(B, Rest);
  };
  L.Step = [] {};
  if (ok())
    stmts().loop(L, false);
  if (!ok())
    return Value();
  ExprP V = keeping().pinned(Get(A), "divisor");
  if (What == Does::Lcm) // that of 0 is 0
    V = conditional(binary(Expr::EQ, V, constant(In, 0)), constant(In, 0),
                    binary(Expr::Mul, binary(Expr::Div, Given[0], V), Given[1]));
  return Value::scalar(castTo(*To, V));
}

std::optional<Value> Algorithms::exponentFunction(Does What, const clang::CallExpr *C) {
  const bool Takes = What == Does::TakeApart;
  auto T = places().scalarType(C->getType());
  if (!(Takes || What == Does::ScaleByPower) || !T || T->K != ScalarType::Float)
    return std::nullopt;
  clang::SourceRange Rg = C->getSourceRange();
  const ScalarType Double = {ScalarType::Float, 64};
  R.HostFloat = true;
  ExprP X = keeping().pinned(castTo(Double, castTo(*T, exprs().scalar(C->getArg(0)))), "number");
  if (!ok())
    return Value();
  if (!Takes) {
    ExprP By = castTo(intType(), exprs().scalar(C->getArg(1)));
    return ok() ? Value::scalar(castTo(*T, math("ldexp", Double, {X, By}))) : Value();
  }
  Value At = exprs().rvalue(C->getArg(1));
  if (!ok() || At.K != Value::Pointer || !At.P.valid())
    return ok() ? std::nullopt : std::optional(Value());
  // Zero, infinity and what is no number stay as they are; of these glibc gives the exponent 0.
  ExprP Stays = binary(Expr::LogOr, binary(Expr::EQ, X, constant(Double, 0)),
                       binary(Expr::NE, binary(Expr::Sub, X, X), constant(Double, 0)));
  ExprP Exponent =
      keeping().pinned(conditional(Stays, constant(intType(), 0),
                                   binary(Expr::Add, math("ilogb", intType(), {X}), constant(intType(), 1))),
                       "exponent");
  if (!ok())
    return Value();
  leaves().store(At.P, Value::scalar(Exponent), Rg);
  ExprP Part = conditional(binary(Expr::EQ, Exponent, constant(intType(), 0)), X,
                           math("ldexp", Double, {X, unary(Expr::Neg, Exponent)}));
  return Value::scalar(castTo(*T, Part));
}

} // namespace persistify::host
