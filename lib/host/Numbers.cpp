//===- Numbers.cpp - the library's functions of integers ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those that count bits or find common divisors, and those that take floating-point
// numbers apart. OpenCL C 1.2 has popcount and clz; the rest is made of them.
//
//===----------------------------------------------------------------------===//
#include "Lowering.h"
#include <cerrno>
#include <cstdlib>

using namespace clang;

namespace persistify::host {

namespace {

enum class BitsOf { Ones, LeadingZeros, TrailingZeros, FirstOne, Parity, OneOnly, Width };
struct BitRow {
  const char *Name;
  BitsOf What;
  bool Std;    ///< of <bit>; else Clang's and GNU's, with suffixes l and ll
};
const BitRow BitTable[] = {
    {"popcount", BitsOf::Ones, false},           {"clz", BitsOf::LeadingZeros, false},
    {"ctz", BitsOf::TrailingZeros, false},       {"ffs", BitsOf::FirstOne, false},
    {"parity", BitsOf::Parity, false},           {"popcount", BitsOf::Ones, true},
    {"countl_zero", BitsOf::LeadingZeros, true}, {"countr_zero", BitsOf::TrailingZeros, true},
    {"has_single_bit", BitsOf::OneOnly, true},   {"bit_width", BitsOf::Width, true},
};

} // namespace

/// Functions that count bits. Of 0 they give what those of <bit> give; the others may give anything.
std::optional<Value> Lowering::bitFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  llvm::StringRef N = F->getName();
  const bool Std = F->isInStdNamespace(), Own = N.consume_front("__builtin_") || N.starts_with("ffs");
  if (C->getNumArgs() != 1 || (!Std && !Own))
    return std::nullopt;
  auto *Row = llvm::find_if(BitTable, [&](const BitRow &R) {
    return R.Std == (Std && !Own) &&
           (N == R.Name || (!R.Std && (N == std::string(R.Name) + "l" || N == std::string(R.Name) + "ll")));
  });
  auto T = scalarType(C->getArg(0)->getType()), To = scalarType(C->getType());
  if (Row == std::end(BitTable) || !T || !T->isInteger() || !To)
    return std::nullopt;
  // Smaller types are promoted where they are computed with.
  const ScalarType Given = {ScalarType::Unsigned, T->Bits}, U = {ScalarType::Unsigned, std::max(T->Bits, 32u)};
  ExprP X = pinned(castTo(U, castTo(Given, scalar(C->getArg(0)))), "bits");
  if (!ok())
    return Value();
  auto Number = [&](uint64_t V) { return constant(U, V); };
  auto Count = [&](const char *Of, const ExprP &Y) { return math(Of, U, {Y}); };
  const ExprP Zero = binary(Expr::EQ, X, Number(0)), Lowest = binary(Expr::BitAnd, X, unary(Expr::Neg, X));
  // The number of zeros behind the lowest one.
  const ExprP Behind = binary(Expr::Sub, Number(U.Bits - 1), Count("clz", Lowest));
  ExprP V;
  switch (Row->What) {
  case BitsOf::Ones: V = Count("popcount", X); break;
  case BitsOf::LeadingZeros: V = binary(Expr::Sub, Count("clz", X), Number(U.Bits - T->Bits)); break;
  case BitsOf::TrailingZeros: V = conditional(Zero, Number(T->Bits), Behind); break;
  case BitsOf::FirstOne: V = conditional(Zero, Number(0), binary(Expr::Add, Behind, Number(1))); break;
  case BitsOf::Parity: V = binary(Expr::BitAnd, Count("popcount", X), Number(1)); break;
  case BitsOf::OneOnly: V = binary(Expr::EQ, Count("popcount", X), Number(1)); break;
  case BitsOf::Width: V = binary(Expr::Sub, Number(U.Bits), Count("clz", X)); break;
  }
  return Value::scalar(castTo(*To, V));
}

/// atoi("42") and its like: what is written in the program.
std::optional<Value> Lowering::writtenNumber(const FunctionDecl *F, const clang::CallExpr *C) {
  llvm::StringRef N = F->getName();
  const bool Simple = llvm::is_contained({"atoi", "atol", "atoll"}, N) && C->getNumArgs() == 1;
  const bool Based = llvm::is_contained({"strtol", "strtoll"}, N) && C->getNumArgs() == 3;
  auto *L = Simple || Based ? dyn_cast<clang::StringLiteral>(C->getArg(0)->IgnoreParenCasts()) : nullptr;
  auto Base = Based ? evaluate(C->getArg(2)) : std::optional<uint64_t>(10);
  auto T = scalarType(C->getType());
  if (!L || !L->isOrdinary() || !T || !Base || *Base > 36 || *Base == 1 ||
      (Based && !C->getArg(1)->isNullPointerConstant(Ctx, clang::Expr::NPC_ValueDependentIsNotNull)))
    return std::nullopt;
  errno = 0;
  const long long V = std::strtoll(L->getString().str().c_str(), nullptr, int(*Base));
  if (errno ||
      (T->Bits < 64 && (V < -(1LL << (T->Bits - 1)) || V >= 1LL << (T->Bits - 1)))) // sets errno, or is undefined
    return std::nullopt;
  metWhole(C);
  return Value::scalar(constant(*T, uint64_t(V)));
}

/// std::gcd and std::lcm, and __gcd of GNU's library.
std::optional<Value> Lowering::divisorFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  llvm::StringRef N = F->getName();
  auto To = scalarType(C->getType().getNonReferenceType());
  if (!F->isInStdNamespace() || !(N == "gcd" || N == "lcm" || N == "__gcd") || C->getNumArgs() != 2 || !To ||
      !To->isInteger())
    return std::nullopt;
  clang::SourceRange Rg = C->getSourceRange();
  const bool Signs = N == "__gcd"; // which takes them as they are
  const ScalarType In = Signs ? *To : ScalarType{ScalarType::Unsigned, To->Bits};
  const QualType T = Signs ? C->getType().getNonReferenceType().getUnqualifiedType()
                           : Ctx.getIntTypeForBitwidth(To->Bits, /*Signed=*/false);
  ExprP Given[2];
  for (unsigned I = 0; I < 2 && ok(); ++I) {
    ExprP X = pinned(castTo(*To, scalar(C->getArg(I))), "number");
    if (ok() && !Signs && To->K == ScalarType::Signed)
      X = pinned(conditional(binary(Expr::LT, X, constant(*To, 0)), unary(Expr::Neg, castTo(In, X)), castTo(In, X)),
                 "number");
    Given[I] = X;
  }
  if (!ok())
    return Value();
  Place A = temporary(T, "divisor"), B = temporary(T, "rest");
  auto Get = [&](const Place &P) { return load(P, Rg).E; };
  auto Set = [&](const Place &P, const ExprP &V) {
    if (ok())
      store(P, Value::scalar(castTo(In, V)), Rg);
  };
  Set(A, Given[0]);
  Set(B, Given[1]);
  LoopParts L; // Euclid's
  L.Whole = C;
  L.Test = [&] { return binary(Expr::NE, Get(B), constant(In, 0)); };
  L.Enter = [&] {
    ExprP Rest = pinned(binary(Expr::Rem, Get(A), Get(B)), "rest");
    Set(A, Get(B));
    Set(B, Rest);
  };
  L.Step = [] {};
  if (ok())
    loop(L, false);
  if (!ok())
    return Value();
  ExprP V = pinned(Get(A), "divisor");
  if (N == "lcm") // that of 0 is 0
    V = conditional(binary(Expr::EQ, V, constant(In, 0)), constant(In, 0),
                    binary(Expr::Mul, binary(Expr::Div, Given[0], V), Given[1]));
  return Value::scalar(castTo(*To, V));
}

/// ldexp, scalbn and frexp, exact in double.
std::optional<Value> Lowering::exponentFunction(const FunctionDecl *F, const clang::CallExpr *C) {
  llvm::StringRef N = F->getName();
  if (!F->isInStdNamespace() && F->getBuiltinID() == 0)
    return std::nullopt;
  N.consume_front("__builtin_");
  auto Named = [&](llvm::StringRef Is) {
    return N == Is || (N.size() == Is.size() + 1 && N.starts_with(Is) && N.ends_with("f"));
  };
  const bool Takes = Named("frexp");
  auto T = scalarType(C->getType());
  if (!(Takes || Named("ldexp") || Named("scalbn")) || C->getNumArgs() != 2 || !T || T->K != ScalarType::Float)
    return std::nullopt;
  clang::SourceRange Rg = C->getSourceRange();
  const ScalarType Double = {ScalarType::Float, 64};
  R.HostFloat = true;
  ExprP X = pinned(castTo(Double, castTo(*T, scalar(C->getArg(0)))), "number");
  if (!ok())
    return Value();
  if (!Takes) {
    ExprP By = castTo(intType(), scalar(C->getArg(1)));
    return ok() ? Value::scalar(castTo(*T, math("ldexp", Double, {X, By}))) : Value();
  }
  Value At = rvalue(C->getArg(1));
  if (!ok() || At.K != Value::Pointer || !At.P.valid())
    return ok() ? std::nullopt : std::optional(Value());
  // Zero, infinity and what is no number stay as they are; of these glibc gives the exponent 0.
  ExprP Stays = binary(Expr::LogOr, binary(Expr::EQ, X, constant(Double, 0)),
                       binary(Expr::NE, binary(Expr::Sub, X, X), constant(Double, 0)));
  ExprP Exponent = pinned(conditional(Stays, constant(intType(), 0),
                                      binary(Expr::Add, math("ilogb", intType(), {X}), constant(intType(), 1))),
                          "exponent");
  if (!ok())
    return Value();
  store(At.P, Value::scalar(Exponent), Rg);
  ExprP Part = conditional(binary(Expr::EQ, Exponent, constant(intType(), 0)), X,
                           math("ldexp", Double, {X, unary(Expr::Neg, Exponent)}));
  return Value::scalar(castTo(*T, Part));
}

} // namespace persistify::host
