//===- lib/kernel/TextEdits.h - edits of a copied text ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A piece of one file, with edits. Every edit either lands in the piece or says
// that it did not (it stands in a macro's body or in another file): the caller
// must then find another way or refuse; nothing is lost silently.
//
// Text that is put around something nests as what it is put around does, in
// whatever order it comes. Around one thing the first one is the outermost.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_TEXTEDITS_H
#define PERSISTIFY_LIB_KERNEL_TEXTEDITS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace persistify::kernel {

class ParsedSource;

class TextEdits {
public:
  /// The piece from the token at \p Begin to the end of the token at \p End,
  /// both in one file.
  TextEdits(const ParsedSource &P, clang::SourceLocation Begin, clang::SourceLocation End);

  /// All return false when the place is not in the piece's own text.
  [[nodiscard]] bool replace(clang::SourceRange Tokens, llvm::StringRef Text);
  /// At one token, inside all that begins or ends there.
  [[nodiscard]] bool insertBefore(clang::SourceLocation Token, llvm::StringRef Text);
  [[nodiscard]] bool insertAfter(clang::SourceLocation Token, llvm::StringRef Text);
  /// Puts text around \p Tokens, which must be a whole of the piece's own text
  /// (macro expansions count when they are covered completely). What is there
  /// already is not put there again: the text of a macro argument may be used
  /// several times.
  [[nodiscard]] bool insertAround(clang::SourceRange Tokens, llvm::StringRef Front, llvm::StringRef Back);
  /// Replaces text between two file offsets of the piece.
  [[nodiscard]] bool replaceOffsets(unsigned Begin, unsigned End, llvm::StringRef Text);

  /// The file offsets that the tokens of \p R cover, if they are in the piece.
  bool offsets(clang::SourceRange R, unsigned &Begin, unsigned &End) const;
  /// The text of \p R as written.
  llvm::StringRef original(unsigned Begin, unsigned End) const;
  unsigned begin() const { return Begin; }
  unsigned end() const { return End; }

  std::string result() const;

private:
  struct Replacement {
    unsigned End;
    std::string Text;
  };
  const ParsedSource &P;
  clang::FileID File;
  unsigned Begin, End;
  std::map<unsigned, Replacement> Replacements;
  struct Wrap {
    unsigned Begin, End;
    std::string Front, Back;
  };
  std::vector<Wrap> Wraps; ///< by their begin, the outer ones first
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_TEXTEDITS_H
