//===- VerifyExpr.cpp - rules of expressions ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify.h"

namespace persistify::region {

static std::string typeOf(const Expr &E) {
  const char *T = typeText(E.T);
  return T ? T : "no type";
}

static bool isInt(const Expr &E) { return E.T == ScalarType{ScalarType::Signed, 32}; }
static bool isSize(const Expr &E) { return E.T == ScalarType{ScalarType::Unsigned, 64}; }
/// Whether C computes in this type, to which narrower ones are converted.
static bool isPromoted(ScalarType T) { return T.K == ScalarType::Float || (T.K != ScalarType::Bool && T.Bits >= 32); }

bool Verifier::needed(const ExprP &E, const char *For) {
  if (!rule(E != nullptr, "expression-missing", llvm::Twine("there is no ") + For))
    return false;
  expression(E);
  return true;
}

void Verifier::integer(const ExprP &E, const char *For) {
  if (needed(E, For))
    rule(E->T.isInteger(), "integer", llvm::Twine(For) + " " + X.text(E) + " is a " + typeOf(*E));
}

void Verifier::size(const ExprP &E, const char *For) {
  if (needed(E, For))
    rule(isSize(*E), "size-type", llvm::Twine(For) + " " + X.text(E) + " is a " + typeOf(*E) + ", not a ulong");
}

void Verifier::index(const ExprP &E, bool IsArray, const std::string &Name) {
  if (!rule(IsArray == (E != nullptr), "array-index",
            "%" + Name + (IsArray ? " is an array and has no index" : " is no array and has an index")))
    return;
  if (E)
    integer(E, "index");
}

void Verifier::expression(const ExprP &E) {
  if (!E)
    return;
  if (!rule(typeText(E->T) != nullptr, "type", "an expression of no type: " + X.text(E)))
    return;
  for (const ExprP &A : E->Args)
    if (!needed(A, "operand"))
      return;
  check(*E);
}

void Verifier::checkConstant(const Expr &E) {
  rule(inType(E.T, E.Bits) == E.Bits && (E.T.K != ScalarType::Bool || E.Bits <= 1), "constant-fits",
       X.text(E) + " has bits that its type has no room for");
}

void Verifier::checkVariable(const Expr &E) {
  if (!rule(E.V < R.Vars.size(), "variable-index", "there is no variable " + llvm::Twine(E.V)))
    return;
  const Variable &V = R.Vars[E.V];
  rule(E.T == V.T, "variable-type", X.text(E) + " is read as a " + typeOf(E));
  rule(E.Args.size() <= 1, "operand-count", X.text(E) + " has several indices");
  index(E.Args.empty() ? nullptr : E.Args[0], V.IsArray, Names.Vars[E.V]);
}

void Verifier::checkBinary(const Expr &E) {
  const Expr &A = *E.Args[0], &B = *E.Args[1];
  const unsigned Binds = precedence(E.O);
  const bool Logical = Binds <= 2, Compares = Binds == 6 || Binds == 7, Shifts = Binds == 8;
  const bool OfIntegers = Shifts || (Binds >= 3 && Binds <= 5) || E.O == Expr::Rem;
  const std::string Text = X.text(E);
  if (Logical || Compares)
    rule(isInt(E), "result-type", Text + " is a " + typeOf(E) + ", not an int");
  else
    rule(E.T == A.T, "result-type", Text + " is a " + typeOf(E) + ", its operand a " + typeOf(A));
  if (!Logical && !Shifts)
    rule(A.T == B.T, "operand-types", Text + " has operands of " + typeOf(A) + " and " + typeOf(B));
  if (OfIntegers)
    rule(A.T.isInteger() && B.T.isInteger(), "integer", Text + " has an operand that is no integer");
  if (!Logical && !Compares)
    rule(isPromoted(A.T) && (Shifts || isPromoted(B.T)), "promoted",
         Text + " computes in " + typeOf(A) + ", which C converts to int before");
}

void Verifier::check(const Expr &E) {
  const size_t N = E.Args.size();
  auto Count = [&](size_t Wanted) {
    return rule(N == Wanted, "operand-count", X.text(E) + " has " + llvm::Twine(N) + " operands");
  };
  switch (E.O) {
  case Expr::Const: Count(0); return checkConstant(E);
  case Expr::Var: return checkVariable(E);
  case Expr::Cast: Count(1); return;
  case Expr::Neg:
  case Expr::BitNot:
    if (!Count(1))
      return;
    rule(E.T == E.Args[0]->T, "result-type", X.text(E) + " is a " + typeOf(E));
    rule(isPromoted(E.T), "promoted", X.text(E) + " computes in " + typeOf(E) + ", which C converts to int before");
    if (E.O == Expr::BitNot)
      rule(E.T.isInteger(), "integer", X.text(E) + " has an operand that is no integer");
    return;
  case Expr::LogNot:
    if (Count(1))
      rule(isInt(E), "result-type", X.text(E) + " is a " + typeOf(E) + ", not an int");
    return;
  case Expr::Add:
  case Expr::Sub:
  case Expr::Mul:
  case Expr::Div:
  case Expr::Rem:
  case Expr::Shl:
  case Expr::Shr:
  case Expr::BitAnd:
  case Expr::BitOr:
  case Expr::BitXor:
  case Expr::LT:
  case Expr::GT:
  case Expr::LE:
  case Expr::GE:
  case Expr::EQ:
  case Expr::NE:
  case Expr::LogAnd:
  case Expr::LogOr:
    if (Count(2))
      checkBinary(E);
    return;
  case Expr::Cond:
    if (!Count(3))
      return;
    rule(E.Args[0]->T.isInteger(), "integer", X.text(E) + " has a condition that is no integer"); // as OpenCL C has it
    rule(E.Args[1]->T == E.T && E.Args[2]->T == E.T, "operand-types",
         X.text(E) + " has arms of " + typeOf(*E.Args[1]) + " and " + typeOf(*E.Args[2]));
    return;
  case Expr::Math: rule(!E.Name.empty(), "function-name", "a function without a name"); return;
  }
}

} // namespace persistify::region
