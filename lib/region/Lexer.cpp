//===- Lexer.cpp - tokens of the text of regions -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tokens.h"
#include "llvm/ADT/StringExtras.h"

namespace persistify::region {

static bool inWord(char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }

void Lexer::skip() {
  for (;;) {
    Rest = Rest.ltrim();
    if (!Rest.starts_with("//"))
      return;
    Rest = Rest.drop_front(std::min(Rest.find('\n'), Rest.size()));
  }
}

bool Lexer::string(std::string &To, std::string &Error) {
  Rest = Rest.drop_front();
  while (!Rest.empty() && Rest[0] != '"' && Rest[0] != '\n') {
    char C = Rest[0];
    Rest = Rest.drop_front();
    if (C == '\\' && !Rest.empty()) {
      C = Rest[0];
      Rest = Rest.drop_front();
      unsigned Code = 0;
      if (C == 'x' && Rest.size() >= 2 && !Rest.take_front(2).getAsInteger(16, Code)) {
        C = char(Code);
        Rest = Rest.drop_front(2);
      } else if (C == 'n' || C == 't') {
        C = C == 'n' ? '\n' : '\t';
      } else if (C != '"' && C != '\\') {
        Error = std::string("there is no escape \\") + C;
        return false;
      }
    }
    To += C;
  }
  if (!Rest.consume_front("\"")) {
    Error = "the string has no end in its line";
    return false;
  }
  return true;
}

Token Lexer::word(Token::Kind K) {
  Token T;
  T.K = K;
  T.At = Rest.data();
  if (K == Token::Name)
    Rest = Rest.drop_front();
  T.Text = Rest.take_while(inWord).str();
  Rest = Rest.drop_front(T.Text.size());
  return T;
}

Token Lexer::number() {
  Token T;
  T.K = Token::Number;
  T.At = Rest.data();
  const bool Hex = Rest.starts_with("0x");
  auto More = [&](size_t I) {
    return inWord(Rest[I]) || ((Rest[I] == '+' || Rest[I] == '-') && !Hex && I && Rest[I - 1] == 'e');
  };
  size_t N = 0;
  while (N < Rest.size() && More(N))
    ++N;
  if (N + 1 < Rest.size() && Rest[N] == ':' && llvm::isAlpha(Rest[N + 1])) // 5:char
    N += 1 + Rest.drop_front(N + 1).take_while(inWord).size();
  T.Text = Rest.take_front(N).str();
  Rest = Rest.drop_front(N);
  return T;
}

Token Lexer::place(std::string &Error) {
  Token T;
  T.K = Token::Place;
  T.At = Rest.data();
  Rest = Rest.drop_front();
  if (Rest.starts_with("\"")) {
    T.HasFile = true;
    if (!string(T.File, Error))
      return T;
    if (!Rest.consume_front(":"))
      Error = "a line is to follow the file's name: @\"file.c\":12";
  }
  T.Text = Rest.take_while([](char C) { return llvm::isDigit(C) || llvm::StringRef(":+-#").contains(C); }).str();
  Rest = Rest.drop_front(T.Text.size());
  return T;
}

Token Lexer::next(std::string &Error) {
  skip();
  Token T;
  T.At = Rest.data();
  if (Rest.empty())
    return T;
  const char C = Rest[0];
  if (C == '"') {
    T.K = Token::String;
    string(T.Text, Error);
    return T;
  }
  if (C == '@')
    return place(Error);
  if (llvm::isDigit(C))
    return number();
  if (C == '%' && Rest.size() > 1 && inWord(Rest[1]))
    return word(Token::Name);
  if (inWord(C) && C != '.')
    return word(Token::Word);
  T.K = Token::Symbol;
  for (const char *Two : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
    if (Rest.consume_front(Two)) {
      T.Text = Two;
      return T;
    }
  if (llvm::StringRef("{}()[]=,:?+-*/%&|^~!<>").contains(C)) {
    T.Text = std::string(1, C);
    Rest = Rest.drop_front();
    return T;
  }
  Error = std::string("unexpected character '") + C + "'";
  return T;
}

std::string Lexer::position(const char *At, unsigned FirstLine) const {
  llvm::StringRef Before(Begin, At - Begin);
  const size_t Line = Before.rfind('\n');
  const size_t Column = Line == llvm::StringRef::npos ? Before.size() : Before.size() - Line - 1;
  return std::to_string(FirstLine + Before.count('\n')) + ":" + std::to_string(Column + 1);
}

} // namespace persistify::region
