//===- Expr.cpp - building and folding region expressions -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "machine/Expr.h"
#include "llvm/ADT/APInt.h"

using llvm::APInt;

namespace persistify::host {

static ExprP make(Expr E) { return std::make_shared<const Expr>(std::move(E)); }

static bool isConst(const ExprP &E) { return E && E->O == Expr::Const; }

static uint64_t truncate(uint64_t Bits, unsigned Width) {
  return Width >= 64 ? Bits : Bits & ((uint64_t(1) << Width) - 1);
}

ExprP constant(ScalarType T, uint64_t Bits) {
  Expr E;
  E.O = Expr::Const;
  E.T = T;
  E.Bits = T.K == ScalarType::Bool ? Bits != 0 : truncate(Bits, T.Bits);
  return make(E);
}

ExprP variable(unsigned V, ScalarType T, ExprP Index) {
  Expr E;
  E.O = Expr::Var;
  E.T = T;
  E.V = V;
  if (Index)
    E.Args.push_back(std::move(Index));
  return make(E);
}

std::optional<uint64_t> constantValue(const ExprP &E) {
  if (!isConst(E) || E->T.K == ScalarType::Float)
    return std::nullopt;
  if (E->T.K == ScalarType::Signed)
    return uint64_t(APInt(E->T.Bits, E->Bits).getSExtValue());
  return E->Bits;
}

std::optional<bool> truth(const ExprP &E) {
  if (auto V = constantValue(E))
    return *V != 0;
  return std::nullopt;
}

ExprP castTo(ScalarType T, ExprP X) {
  if (X->T == T)
    return X;
  if (T.isInteger())
    if (auto V = constantValue(X))
      return constant(T, *V);
  Expr E;
  E.O = Expr::Cast;
  E.T = T;
  E.Args.push_back(std::move(X));
  return make(E);
}

ExprP unary(Expr::Op O, ExprP X) {
  if (auto V = constantValue(X)) {
    if (O == Expr::Neg)
      return constant(X->T, uint64_t(0) - *V);
    if (O == Expr::BitNot)
      return constant(X->T, ~*V);
    if (O == Expr::LogNot)
      return constant(intType(), *V == 0);
  }
  Expr E;
  E.O = O;
  E.T = O == Expr::LogNot ? intType() : X->T;
  E.Args.push_back(std::move(X));
  return make(E);
}

static std::optional<uint64_t> foldBinary(Expr::Op O, ScalarType T, uint64_t AV, uint64_t BV) {
  APInt A(T.Bits, truncate(AV, T.Bits)), B(T.Bits, truncate(BV, T.Bits));
  bool S = T.K == ScalarType::Signed;
  switch (O) {
  case Expr::Add: return (A + B).getZExtValue();
  case Expr::Sub: return (A - B).getZExtValue();
  case Expr::Mul: return (A * B).getZExtValue();
  case Expr::Div:
  case Expr::Rem:
    if (B.isZero() || (S && B.isAllOnes()))
      return std::nullopt; // left for the region, which checks the divisor
    if (O == Expr::Div)
      return (S ? A.sdiv(B) : A.udiv(B)).getZExtValue();
    return (S ? A.srem(B) : A.urem(B)).getZExtValue();
  case Expr::Shl:
  case Expr::Shr:
    if (B.uge(T.Bits))
      return std::nullopt;
    return (O == Expr::Shl ? A.shl(B) : S ? A.ashr(B) : A.lshr(B)).getZExtValue();
  case Expr::BitAnd: return (A & B).getZExtValue();
  case Expr::BitOr: return (A | B).getZExtValue();
  case Expr::BitXor: return (A ^ B).getZExtValue();
  case Expr::LT: return S ? A.slt(B) : A.ult(B);
  case Expr::GT: return S ? A.sgt(B) : A.ugt(B);
  case Expr::LE: return S ? A.sle(B) : A.ule(B);
  case Expr::GE: return S ? A.sge(B) : A.uge(B);
  case Expr::EQ: return A == B;
  case Expr::NE: return A != B;
  default: return std::nullopt;
  }
}

ExprP binary(Expr::Op O, ExprP A, ExprP B) {
  bool Compare = O >= Expr::LT && O <= Expr::NE;
  bool Logical = O == Expr::LogAnd || O == Expr::LogOr;
  if (Logical) {
    auto TA = truth(A), TB = truth(B);
    if (TA && *TA == (O == Expr::LogOr))
      return constant(intType(), *TA);
    if (TA && TB)
      return constant(intType(), *TB);
  } else {
    auto VA = constantValue(A), VB = constantValue(B);
    if (VA && VB)
      if (auto F = foldBinary(O, A->T, *VA, *VB))
        return constant(Compare ? intType() : A->T, *F);
  }
  Expr E;
  E.O = O;
  E.T = Compare || Logical ? intType() : A->T;
  E.Args = {std::move(A), std::move(B)};
  return make(E);
}

ExprP conditional(ExprP C, ExprP A, ExprP B) {
  if (auto T = truth(C))
    return *T ? A : B;
  if (C->T.K == ScalarType::Float) // which OpenCL C does not take for a condition here
    C = unary(Expr::LogNot, unary(Expr::LogNot, std::move(C)));
  Expr E;
  E.O = Expr::Cond;
  E.T = A->T;
  E.Args = {std::move(C), std::move(A), std::move(B)};
  return make(E);
}

ExprP math(std::string Name, ScalarType T, std::vector<ExprP> Args) {
  Expr E;
  E.O = Expr::Math;
  E.T = T;
  E.Name = std::move(Name);
  E.Args = std::move(Args);
  return make(E);
}

bool same(const ExprP &A, const ExprP &B) {
  if (A == B)
    return true;
  if (!A || !B || A->O != B->O || A->T != B->T || A->Bits != B->Bits || A->V != B->V || A->Name != B->Name ||
      A->Args.size() != B->Args.size())
    return false;
  for (size_t I = 0; I < A->Args.size(); ++I)
    if (!same(A->Args[I], B->Args[I]))
      return false;
  return true;
}

ExprP usually(Expr::Op O, const ExprP &A, const ExprP &B) {
  auto Common = [](ScalarType A, ScalarType B) {
    if (A.K == ScalarType::Float || B.K == ScalarType::Float)
      return A.K != ScalarType::Float ? B : B.K != ScalarType::Float ? A : A.Bits >= B.Bits ? A : B;
    ScalarType Int = intType();
    A = A.Bits < 32 ? Int : A;
    B = B.Bits < 32 ? Int : B;
    return A.Bits != B.Bits ? (A.Bits > B.Bits ? A : B) : A.K == ScalarType::Unsigned ? A : B;
  };
  ScalarType T = Common(A->T, B->T);
  return binary(O, castTo(T, A), castTo(T, B));
}

ExprP bitsOf(const ExprP &X, ScalarType T) {
  auto Whole = [](ScalarType S) { return S.K != ScalarType::Bool && (S.Bits == 32 || S.Bits == 64); };
  if (X->T == T)
    return X;
  if (X->T.Bits != T.Bits)
    return nullptr;
  bool Floats = X->T.K == ScalarType::Float || T.K == ScalarType::Float;
  if (!Floats)
    return X->T.K == ScalarType::Bool || T.K == ScalarType::Bool ? nullptr : castTo(T, X);
  if (!Whole(X->T) || !Whole(T))
    return nullptr;
  ScalarType Word{ScalarType::Unsigned, T.Bits};
  if (T.K == ScalarType::Float)
    return math(T.Bits == 32 ? "as_float" : "as_double", T, {castTo(Word, X)});
  return castTo(T, math(T.Bits == 32 ? "as_uint" : "as_ulong", Word, {X}));
}

} // namespace persistify::host
