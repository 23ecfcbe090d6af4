//===- ParseExpr.cpp - expressions in the text of a region -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ParseExpr.h"
#include "Fields.h"
#include "llvm/ADT/bit.h"
#include <cstdlib>

namespace persistify::region {

static constexpr ScalarType IntType{ScalarType::Signed, 32};

static ExprP make(Expr E) { return std::make_shared<const Expr>(std::move(E)); }

void ExprParser::index(ExprP &To) {
  if (!In.consume("["))
    return;
  To = expression();
  In.expect("]");
}

void ExprParser::values(std::vector<ExprP> &To) {
  In.expect("(");
  while (!In.failed() && !In.tok().is(")")) {
    To.push_back(expression());
    if (!In.consume(","))
      break;
  }
  In.expect(")");
}

Handle ExprParser::handle() {
  Handle H;
  if (In.consumeWord("null"))
    return H;
  auto It = In.tok().K == Token::Name ? Names.Handles.find(In.tok().Text) : Names.Handles.end();
  if (It == Names.Handles.end()) {
    In.fail(In.tok().K == Token::Name ? "there is no handle '%" + In.tok().Text + "'"
                                      : "expected a handle, as in %name, or null");
    return H;
  }
  H.K = Handle::Var;
  H.V = It->second;
  In.advance();
  index(H.Index);
  return H;
}

ExprP ExprParser::optional() {
  if (In.consumeWord("_"))
    return nullptr;
  return expression();
}

ExprP ExprParser::expression() {
  if (++In.Depth > 2000)
    In.fail("the expression is nested too deeply");
  ExprP C = binary(1);
  if (In.consume("?")) {
    Expr E;
    E.O = Expr::Cond;
    E.Args = {C, expression()};
    In.expect(":");
    E.Args.push_back(expression());
    if (!In.failed())
      E.T = E.Args[1]->T;
    C = make(std::move(E));
  }
  --In.Depth;
  return C;
}

ExprP ExprParser::binary(unsigned Least) {
  ExprP A = unary();
  for (;;) {
    Expr E;
    unsigned Binds = 0;
    for (int O = Expr::Add; O <= Expr::LogOr && !Binds; ++O)
      if (In.tok().is(operatorText(Expr::Op(O)))) {
        E.O = Expr::Op(O);
        Binds = precedence(E.O);
      }
    if (!Binds || Binds < Least || In.failed())
      return A;
    In.advance();
    ExprP B = binary(Binds + 1);
    if (In.failed())
      return A;
    E.T = Binds == 1 || Binds == 2 || Binds == 6 || Binds == 7 ? IntType : A->T;
    E.Args = {A, B};
    A = make(std::move(E));
  }
}

ExprP ExprParser::unary() {
  Expr E;
  if (++In.Depth > 2000)
    In.fail("the expression is nested too deeply");
  const bool Minus = In.tok().is("-");
  if (Minus || In.tok().is("~") || In.tok().is("!")) {
    E.O = Minus ? Expr::Neg : In.tok().is("~") ? Expr::BitNot : Expr::LogNot;
    In.advance();
    if (Minus && In.tok().K == Token::Number) {
      --In.Depth;
      return constant(true);
    }
    E.Args = {unary()};
    if (!In.failed())
      E.T = E.O == Expr::LogNot ? IntType : E.Args[0]->T;
    --In.Depth;
    return make(std::move(E));
  }
  ExprP X = primary();
  --In.Depth;
  return X;
}

ExprP ExprParser::primary() {
  Expr E;
  if (In.tok().K == Token::Number)
    return constant(false);
  if (In.tok().K == Token::Word) {
    if (In.tok().Text != "true" && In.tok().Text != "false")
      return call();
    E.T = {ScalarType::Bool, 8};
    E.Bits = In.tok().Text == "true";
    In.advance();
    return make(std::move(E));
  }
  if (In.tok().K == Token::Name) {
    auto It = Names.Vars.find(In.tok().Text);
    if (It == Names.Vars.end()) {
      In.fail("there is no variable '%" + In.tok().Text + "'");
      return make(std::move(E));
    }
    E.O = Expr::Var;
    E.V = It->second;
    E.T = R.Vars[E.V].T;
    In.advance();
    ExprP Index;
    index(Index);
    if (Index)
      E.Args = {Index};
    return make(std::move(E));
  }
  if (In.consume("(")) {
    if (In.tok().K == Token::Word && typeFromText(In.tok().Text, E.T)) {
      In.advance();
      In.expect(")");
      E.O = Expr::Cast;
      E.Args = {unary()};
      return make(std::move(E));
    }
    ExprP X = expression();
    In.expect(")");
    return X;
  }
  In.fail("expected an expression");
  return make(std::move(E));
}

ExprP ExprParser::call() {
  Expr E;
  E.O = Expr::Math;
  E.Name = In.tok().Text;
  const char *At = In.tok().At;
  In.advance();
  bool Typed = false;
  if (In.consume(":")) {
    const std::string Type = In.word("a type");
    Typed = typeFromText(Type, E.T);
    if (!Typed)
      In.failAt(At, "there is no type '" + Type + "'");
  }
  if (!In.tok().is("("))
    In.failAt(At, "'" + E.Name + "' is neither a variable, which has a %, nor followed by arguments");
  values(E.Args);
  if (!Typed && E.Args.empty())
    In.failAt(At, "without arguments a function needs its type: " + E.Name + ":int()");
  if (!Typed && !In.failed())
    E.T = E.Args[0]->T;
  return make(std::move(E));
}

ExprP ExprParser::constant(bool Negative) {
  Expr E;
  E.T = IntType;
  const Token Start = In.tok();
  llvm::StringRef Text = Start.Text;
  In.advance();
  auto Bad = [&](const char *Why) {
    In.failAt(Start.At, "'" + Start.Text + "' " + Why);
    return make(E);
  };
  const bool Hex = Text.starts_with("0x");
  if (auto [Number, Type] = Text.split(':'); Number.size() != Text.size()) {
    if (!typeFromText(Type, E.T))
      return Bad("has a type that there is not");
    if (Number.getAsInteger(0, E.Bits))
      return Bad("is not a number");
    if (Hex)
      return make(E); // its very bits
  } else if (!Hex && Text.find_first_of(".e") != llvm::StringRef::npos) {
    const bool Single = Text.consume_back("f");
    E.T = {ScalarType::Float, Single ? 32u : 64u};
    const std::string Number = (Negative ? "-" : "") + Text.str();
    char *End = nullptr;
    if (Single)
      E.Bits = llvm::bit_cast<uint32_t>(std::strtof(Number.c_str(), &End));
    else
      E.Bits = llvm::bit_cast<uint64_t>(std::strtod(Number.c_str(), &End));
    return *End ? Bad("is not a number") : make(E);
  } else {
    if (Text.consume_back("l"))
      E.T.Bits = 64;
    if (Text.consume_back("u"))
      E.T.K = ScalarType::Unsigned;
    if (Text.getAsInteger(0, E.Bits))
      return Bad("is not a number");
  }
  if (E.T.K == ScalarType::Float)
    return Bad("has the type of a floating-point number; write its bits in hexadecimal, or a point");
  if (Negative && E.T.K != ScalarType::Signed)
    return Bad("is negative and has an unsigned type");
  if (Negative)
    E.Bits = 0 - E.Bits;
  const uint64_t Top = uint64_t(1) << (E.T.Bits - 1); // of a signed type: the magnitude of its least
  const bool Fits = E.T.K != ScalarType::Signed ? inType(E.T, E.Bits) == E.Bits
                    : Negative                  ? 0 - E.Bits <= Top
                                                : E.Bits < Top;
  if (!Fits)
    return Bad("does not fit its type");
  E.Bits = inType(E.T, E.Bits);
  return make(E);
}

} // namespace persistify::region
