//===- ExprText.cpp - region expressions as OpenCL C --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ExprText.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace persistify::emit {

std::string typeName(ScalarType T) {
  if (T.K == ScalarType::Bool)
    return "uchar";
  if (T.K == ScalarType::Float)
    return T.Bits == 32 ? "float" : "double";
  const char *Base = T.Bits == 8 ? "char" : T.Bits == 16 ? "short" : T.Bits == 32 ? "int" : "long";
  return (T.K == ScalarType::Unsigned ? "u" : "") + std::string(Base);
}

std::string fromBits(ScalarType T, const std::string &Bits) {
  if (T.K == ScalarType::Float)
    return T.Bits == 32 ? formatv("as_float((uint){0})", Bits).str() : formatv("as_double((ulong){0})", Bits).str();
  if (T.K == ScalarType::Bool)
    return formatv("(uchar)({0} != 0)", Bits);
  return formatv("({0}){1}", typeName(T), Bits);
}

std::string bitsOf(ScalarType T, const std::string &Value) {
  return T.K != ScalarType::Float ? Value : formatv("{0}({1})", T.Bits == 32 ? "as_uint" : "as_ulong", Value).str();
}

static std::string constantText(const Expr &E) {
  if (E.T.K == ScalarType::Float)
    return E.T.Bits == 32 ? formatv("as_float({0:x+}u)", E.Bits).str() : formatv("as_double({0:x+}ul)", E.Bits).str();
  if (E.T.K == ScalarType::Signed) {
    int64_t V = int64_t(E.Bits << (64 - E.T.Bits)) >> (64 - E.T.Bits);
    if (V == INT64_MIN)
      return "(-0x7fffffffffffffffl - 1)";
    if (E.T.Bits == 32 && V == INT32_MIN)
      return "(-2147483647 - 1)";
    std::string S = std::to_string(V) + (E.T.Bits == 64 ? "l" : "");
    return V < 0 ? "(" + S + ")" : S;
  }
  return std::to_string(E.Bits) + (E.T.Bits == 64 ? "ul" : E.T.Bits == 32 ? "u" : "");
}

/// An integer constant as one of type \p T.
static std::optional<std::string> constantAs(const Expr &E, ScalarType T) {
  if (E.O != Expr::Const || !E.T.isInteger() || !T.isInteger() || E.T.K == ScalarType::Bool || T.K == ScalarType::Bool)
    return std::nullopt;
  Expr As = E;
  As.T = T;
  if (E.T.K == ScalarType::Signed)
    As.Bits = uint64_t(int64_t(E.Bits << (64 - E.T.Bits)) >> (64 - E.T.Bits));
  As.Bits &= ~uint64_t(0) >> (64 - T.Bits);
  return constantText(As);
}

static const char *symbol(Expr::Op O) {
  switch (O) {
  case Expr::Add: return "+";
  case Expr::Sub: return "-";
  case Expr::Mul: return "*";
  case Expr::Div: return "/";
  case Expr::Rem: return "%";
  case Expr::Shl: return "<<";
  case Expr::Shr: return ">>";
  case Expr::BitAnd: return "&";
  case Expr::BitOr: return "|";
  case Expr::BitXor: return "^";
  case Expr::LT: return "<";
  case Expr::GT: return ">";
  case Expr::LE: return "<=";
  case Expr::GE: return ">=";
  case Expr::EQ: return "==";
  case Expr::NE: return "!=";
  case Expr::LogAnd: return "&&";
  case Expr::LogOr: return "||";
  default: return "?";
  }
}

/// Of an integer of at least 32 bits: all but signed arithmetic wraps around.
std::string ExprText::asUnsigned(const Expr &E, unsigned Bits) const {
  const ScalarType T = {ScalarType::Unsigned, Bits};
  if (auto C = constantAs(E, T); C && Bits >= 32)
    return *C;
  return E.T == T ? text(E) : "(" + typeName(T) + ")" + text(E);
}

std::string ExprText::text(const Expr &E) const {
  std::string T = typeName(E.T);
  switch (E.O) {
  case Expr::Const: return constantText(E);
  case Expr::Var: return Var(E.V, E.Args.empty() ? nullptr : E.Args[0]);
  case Expr::Cast: {
    const Expr &X = *E.Args[0];
    if (E.T.K == ScalarType::Bool)
      return formatv("(uchar)({0} != 0)", text(X));
    if (auto C = constantAs(X, E.T); C && E.T.Bits >= 32)
      return *C;
    return E.T == X.T ? text(X) : formatv("({0}){1}", T, text(X)).str();
  }
  case Expr::Neg:
    if (E.T.K == ScalarType::Float)
      return formatv("(-{0})", text(*E.Args[0]));
    return formatv("({0})(0u - {1})", T, asUnsigned(*E.Args[0], E.T.Bits));
  case Expr::BitNot: return formatv("(~{0})", text(*E.Args[0]));
  case Expr::LogNot: return formatv("(!{0})", text(*E.Args[0]));
  case Expr::Cond: return formatv("({0} ? {1} : {2})", text(*E.Args[0]), text(*E.Args[1]), text(*E.Args[2]));
  case Expr::Math: {
    std::string A;
    for (const ExprP &X : E.Args)
      A += (A.empty() ? "" : ", ") + text(*X);
    return E.Name + "(" + A + ")";
  }
  default: break;
  }
  // Each operand is written once: what is written twice at each level never comes to its end.
  auto A = [&] { return text(*E.Args[0]); };
  auto B = [&] { return text(*E.Args[1]); };
  ScalarType AT = E.Args[0]->T;
  switch (E.O) {
  case Expr::Add:
  case Expr::Sub:
  case Expr::Mul:
    if (AT.K == ScalarType::Signed)
      return formatv("({0})({1} {2} {3})", T, asUnsigned(*E.Args[0], AT.Bits), symbol(E.O),
                     asUnsigned(*E.Args[1], AT.Bits));
    break;
  case Expr::Shl:
    if (AT.K == ScalarType::Signed)
      return formatv("({0})({1} << {2})", T, asUnsigned(*E.Args[0], AT.Bits), asUnsigned(*E.Args[1], 32));
    return formatv("({0} << {1})", A(), asUnsigned(*E.Args[1], 32));
  case Expr::Shr: return formatv("({0} >> {1})", A(), asUnsigned(*E.Args[1], 32));
  case Expr::Div:
    if (AT.K == ScalarType::Float && AT.Bits == 32)
      return formatv("(float)((double){0} / (double){1})", A(), B());
    break;
  default: break;
  }
  return formatv("({0} {1} {2})", A(), symbol(E.O), B());
}

std::string ExprText::condition(const ExprP &E) const {
  std::string S = text(*E);
  // Drop one pair of outer parentheses that match each other.
  if (S.size() > 2 && S.front() == '(' && S.back() == ')') {
    int Depth = 0;
    for (size_t I = 0; I + 1 < S.size(); ++I) {
      Depth += S[I] == '(' ? 1 : S[I] == ')' ? -1 : 0;
      if (Depth == 0)
        return S;
    }
    return S.substr(1, S.size() - 2);
  }
  return S;
}

std::string ExprText::bits(const ExprP &E) const {
  if (E->T.K == ScalarType::Float)
    return formatv("{0}({1})", E->T.Bits == 32 ? "as_uint" : "as_ulong", text(*E));
  return asUnsigned(*E, E->T.Bits == 64 ? 64 : 32);
}

} // namespace persistify::emit
