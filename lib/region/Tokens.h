//===- Tokens.h - the text of a region as tokens ----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_REGION_TOKENS_H
#define PERSISTIFY_LIB_REGION_TOKENS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace persistify::region {

/// One word, number or symbol of the text.
struct Token {
  enum Kind {
    End,
    Word,   ///< letters, digits, _ and .
    Name,   ///< the same behind %
    Number, ///< with what follows it: 1.5e-3f, 5:char
    String, ///< without quotes and escapes
    Place,  ///< behind @, without a file
    Symbol
  } K = End;
  std::string Text;
  std::string File;     ///< of a Place that names it
  bool HasFile = false;
  const char *At = nullptr;

  bool is(llvm::StringRef Symbol) const { return K == Kind::Symbol && Text == Symbol; }
  bool isWord(llvm::StringRef W) const { return K == Word && Text == W; }
};

/// The tokens of a text; comments are // to the end of the line.
class Lexer {
public:
  explicit Lexer(llvm::StringRef Text) : Rest(Text), Begin(Text.data()) {}
  /// What is wrong goes to \p Error.
  Token next(std::string &Error);
  /// "3:14"
  std::string position(const char *At, unsigned FirstLine) const;

private:
  void skip();
  bool string(std::string &To, std::string &Error);
  Token word(Token::Kind K);
  Token number();
  Token place(std::string &Error);
  llvm::StringRef Rest;
  const char *Begin;
};

/// A token as messages name it.
std::string shown(const Token &T);

/// Reads tokens one after the other. With the first thing that is wrong the text is at its end: what reads on reads
/// nothing, so only loops have to ask whether it failed.
class Tokens {
public:
  Tokens(llvm::StringRef Text, llvm::StringRef File, unsigned FirstLine);

  /// The token at hand.
  const Token &tok() const { return Tok; }
  void advance();

  bool failed() const { return !Error.empty(); }
  /// FILE:LINE:COLUMN: what is wrong; empty: nothing.
  const std::string &error() const { return Error; }
  /// Something is wrong with the token at hand.
  void fail(const llvm::Twine &Why);
  /// Something is wrong with the text that begins \p At.
  void failAt(const char *At, const llvm::Twine &Why);

  /// Whether the token at hand is this one, which is then behind us.
  bool consume(llvm::StringRef Symbol);
  bool consumeWord(llvm::StringRef W);
  /// It is to be this one.
  void expect(llvm::StringRef Symbol);
  void expectWord(llvm::StringRef W);
  /// A word; what it is to be is for the message.
  std::string word(const char *What);
  /// Strings that stand side by side are one.
  std::string string();
  uint64_t integer();

  unsigned Depth = 0; ///< of blocks and expressions inside each other, which have one limited stack

private:
  Lexer Lex;
  std::string File;
  unsigned FirstLine;
  Token Tok;
  std::string Error;
};

} // namespace persistify::region

#endif // PERSISTIFY_LIB_REGION_TOKENS_H
