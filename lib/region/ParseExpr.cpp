//===- ParseExpr.cpp - expressions in the text of a region -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Parse.h"
#include "llvm/ADT/bit.h"
#include <cstdlib>

namespace persistify::region {

static constexpr ScalarType IntType{ScalarType::Signed, 32};

ExprP Parser::make(Expr E) { return std::make_shared<const Expr>(std::move(E)); }

void Parser::index(ExprP &To) {
  if (!consume("["))
    return;
  To = expression();
  expect("]");
}

Handle Parser::handleValue() {
  Handle H;
  if (consumeWord("null"))
    return H;
  auto It = Tok.K == Token::Name ? Handles.find(Tok.Text) : Handles.end();
  if (It == Handles.end()) {
    fail(Tok.K == Token::Name ? "there is no handle '%" + Tok.Text + "'" : "expected a handle, as in %name, or null");
    return H;
  }
  H.K = Handle::Var;
  H.V = It->second;
  advance();
  index(H.Index);
  return H;
}

ExprP Parser::optional() {
  if (consumeWord("_"))
    return nullptr;
  return expression();
}

ExprP Parser::expression() {
  if (++Depth > 2000)
    fail("the expression is nested too deeply");
  ExprP C = binary(1);
  if (consume("?")) {
    Expr E;
    E.O = Expr::Cond;
    E.Args = {C, expression()};
    expect(":");
    E.Args.push_back(expression());
    if (!failed())
      E.T = E.Args[1]->T;
    C = make(std::move(E));
  }
  --Depth;
  return C;
}

ExprP Parser::binary(unsigned Least) {
  ExprP A = unary();
  for (;;) {
    Expr E;
    unsigned Binds = 0;
    for (int O = Expr::Add; O <= Expr::LogOr && !Binds; ++O)
      if (Tok.is(operatorText(Expr::Op(O)))) {
        E.O = Expr::Op(O);
        Binds = precedence(E.O);
      }
    if (!Binds || Binds < Least || failed())
      return A;
    advance();
    ExprP B = binary(Binds + 1);
    if (failed())
      return A;
    E.T = Binds == 1 || Binds == 2 || Binds == 6 || Binds == 7 ? IntType : A->T;
    E.Args = {A, B};
    A = make(std::move(E));
  }
}

ExprP Parser::unary() {
  Expr E;
  if (++Depth > 2000)
    fail("the expression is nested too deeply");
  const bool Minus = Tok.is("-");
  if (Minus || Tok.is("~") || Tok.is("!")) {
    E.O = Minus ? Expr::Neg : Tok.is("~") ? Expr::BitNot : Expr::LogNot;
    advance();
    if (Minus && Tok.K == Token::Number) {
      --Depth;
      return constant(true);
    }
    E.Args = {unary()};
    if (!failed())
      E.T = E.O == Expr::LogNot ? IntType : E.Args[0]->T;
    --Depth;
    return make(std::move(E));
  }
  ExprP X = primary();
  --Depth;
  return X;
}

ExprP Parser::primary() {
  Expr E;
  if (Tok.K == Token::Number)
    return constant(false);
  if (Tok.K == Token::Word) {
    if (Tok.Text != "true" && Tok.Text != "false")
      return call();
    E.T = {ScalarType::Bool, 8};
    E.Bits = Tok.Text == "true";
    advance();
    return make(std::move(E));
  }
  if (Tok.K == Token::Name) {
    auto It = Vars.find(Tok.Text);
    if (It == Vars.end()) {
      fail("there is no variable '%" + Tok.Text + "'");
      return make(std::move(E));
    }
    E.O = Expr::Var;
    E.V = It->second;
    E.T = R->Vars[E.V].T;
    advance();
    ExprP Index;
    index(Index);
    if (Index)
      E.Args = {Index};
    return make(std::move(E));
  }
  if (consume("(")) {
    if (Tok.K == Token::Word && typeFromText(Tok.Text, E.T)) {
      advance();
      expect(")");
      E.O = Expr::Cast;
      E.Args = {unary()};
      return make(std::move(E));
    }
    ExprP X = expression();
    expect(")");
    return X;
  }
  fail("expected an expression");
  return make(std::move(E));
}

ExprP Parser::call() {
  Expr E;
  E.O = Expr::Math;
  E.Name = Tok.Text;
  const char *At = Tok.At;
  advance();
  bool Typed = false;
  if (consume(":")) {
    const std::string Type = word("a type");
    Typed = typeFromText(Type, E.T);
    if (!Typed)
      failAt(At, "there is no type '" + Type + "'");
  }
  if (!Tok.is("("))
    failAt(At, "'" + E.Name + "' is neither a variable, which has a %, nor followed by arguments");
  values(E.Args);
  if (!Typed && E.Args.empty())
    failAt(At, "without arguments a function needs its type: " + E.Name + ":int()");
  if (!Typed && !failed())
    E.T = E.Args[0]->T;
  return make(std::move(E));
}

ExprP Parser::constant(bool Negative) {
  Expr E;
  E.T = IntType;
  const Token Start = Tok;
  llvm::StringRef Text = Start.Text;
  advance();
  auto Bad = [&](const char *Why) {
    failAt(Start.At, "'" + Start.Text + "' " + Why);
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
