//===- RawTokens.h - the tokens of a text before preprocessing ------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_RAWTOKENS_H
#define PERSISTIFY_LIB_FRONTEND_RAWTOKENS_H

#include "persistify/Containment.h"
#include "clang/Lex/Lexer.h"

namespace persistify::frontend {

/// C and C++ alike. The text must outlive this, and a zero stand behind it.
class RawTokens {
public:
  explicit RawTokens(llvm::StringRef Text)
      : Lex(clang::SourceLocation(), both(), Text.begin(), Text.begin(), Text.end()), Begin(Text.begin()) {}
  /// False behind the last one, which may end with the text.
  bool next(clang::Token &T) {
    if (Ended)
      return false;
    Ended = Lex.LexFromRawLexer(T);
    return T.isNot(clang::tok::eof) && !(Ended && planted("texts-end-with-lines"));
  }
  /// Where \p T, the last one, begins in the text.
  size_t offset(const clang::Token &T) const { return Lex.getBufferLocation() - Begin - T.getLength(); }

private:
  const clang::LangOptions &both() {
    Options.CPlusPlus = Options.CPlusPlus11 = Options.LineComment = Options.RawStringLiterals = true;
    return Options;
  }
  clang::LangOptions Options; // in front of what refers to it
  clang::Lexer Lex;
  const char *Begin;
  bool Ended = false;
};

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_RAWTOKENS_H
