//===- Tokens.cpp - reads tokens one after the other ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tokens.h"

namespace persistify::region {

Tokens::Tokens(llvm::StringRef Text, llvm::StringRef File, unsigned FirstLine)
    : Lex(Text), File(File), FirstLine(FirstLine) {
  advance();
}

void Tokens::advance() {
  if (failed())
    return;
  std::string Why;
  Tok = Lex.next(Why);
  if (!Why.empty())
    fail(Why);
}

void Tokens::failAt(const char *At, const llvm::Twine &Why) {
  if (failed())
    return;
  Error = File + ":" + Lex.position(At, FirstLine) + ": " + Why.str();
  Tok = Token(); // the end, for all that reads on
  Tok.At = At;
}

void Tokens::fail(const llvm::Twine &Why) { failAt(Tok.At, Why); }

std::string shown(const Token &T) {
  switch (T.K) {
  case Token::End: return "the end of the text";
  case Token::Name: return "'%" + T.Text + "'";
  case Token::String: return "a string";
  case Token::Place: return "'@" + T.Text + "'";
  case Token::Word:
  case Token::Number:
  case Token::Symbol: break;
  }
  return "'" + T.Text + "'";
}

bool Tokens::consume(llvm::StringRef Symbol) {
  if (!Tok.is(Symbol))
    return false;
  advance();
  return true;
}

void Tokens::expect(llvm::StringRef Symbol) {
  if (!consume(Symbol))
    fail("expected '" + Symbol + "', not " + shown(Tok));
}

bool Tokens::consumeWord(llvm::StringRef W) {
  if (!Tok.isWord(W))
    return false;
  advance();
  return true;
}

void Tokens::expectWord(llvm::StringRef W) {
  if (!consumeWord(W))
    fail("expected '" + W + "', not " + shown(Tok));
}

std::string Tokens::word(const char *What) {
  if (Tok.K != Token::Word) {
    fail(llvm::Twine("expected ") + What + ", not " + shown(Tok));
    return "";
  }
  std::string W = Tok.Text;
  advance();
  return W;
}

std::string Tokens::string() {
  if (Tok.K != Token::String)
    fail("expected a string, not " + shown(Tok));
  std::string S;
  while (Tok.K == Token::String) {
    S += Tok.Text;
    advance();
  }
  return S;
}

uint64_t Tokens::integer() {
  uint64_t V = 0;
  if (Tok.K != Token::Number || llvm::StringRef(Tok.Text).getAsInteger(0, V))
    fail("expected a number, not " + shown(Tok));
  advance();
  return V;
}

} // namespace persistify::region
