//===- lib/kernel/Macros.h - macros of a kernel source ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two questions. (1) Does a piece of text mean the same at the end of the
// source, where phases stand, as where it was written? (2) Which macros from
// outside did the analysis depend on, and how can the preprocessor of the
// device compiler tell that they have the analysed values (rule H9)?
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_MACROS_H
#define PERSISTIFY_LIB_KERNEL_MACROS_H

#include "persistify/Kernel.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class IdentifierInfo;
class MacroInfo;
class Preprocessor;
class SourceManager;
class LangOptions;
class Token;
} // namespace clang

namespace persistify::kernel {

class ParsedSource;

/// What the preprocessor met in the user's text.
class MacroLog {
public:
  void attach(clang::Preprocessor &PP);

  struct Expansion {
    const clang::IdentifierInfo *Name;
    const clang::MacroInfo *Info;
    clang::SourceLocation Loc; ///< in a file
  };
  enum class TestKind { If, Ifdef, Ifndef };
  struct Test {
    TestKind Kind;
    clang::SourceLocation Loc;          ///< of the directive
    clang::SourceRange Condition;       ///< If: the condition's text
    std::string Macro;                  ///< Ifdef, Ifndef
    bool Value = false;                 ///< whether the group was taken
    clang::SourceLocation Endif;        ///< of the whole #if ... #endif
    clang::SourceLocation IfLoc;        ///< of the group's #if
  };
  std::vector<Expansion> Expansions;
  std::vector<Test> Tests;
  std::vector<KernelInclude> Includes;
  std::set<clang::FileID> Files;            ///< the source and what it includes
  std::vector<clang::SourceRange> Skipped;  ///< groups that were not taken
  std::set<std::string> Words;              ///< identifiers left after expansion
  std::vector<clang::Token> Tokens;         ///< left after expansion: those of macros
  std::string Unusual;                      ///< "#include_next", "#embed": files that no list names
  /// The source asks for files by __has_include.
  bool UsesHasInclude = false;
};

/// The text between two offsets of a file as raw tokens; directives included.
void forEachRawToken(const ParsedSource &P, clang::SourceRange FileRange,
                     llvm::function_ref<void(const clang::Token &)> Visit);

/// Raw identifier tokens of \p FileRange and of the bodies of all macros that
/// these tokens may expand to, transitively.
void forEachIdentifier(const ParsedSource &P, clang::SourceRange FileRange,
                       llvm::function_ref<void(llvm::StringRef, clang::SourceLocation)> Visit);

/// The definition of \p Name at \p Loc; null where it is no macro.
const clang::MacroInfo *macroAt(const ParsedSource &P, llvm::StringRef Name, clang::SourceLocation Loc);
/// The definition at the end of the source.
const clang::MacroInfo *macroAtEnd(const ParsedSource &P, llvm::StringRef Name);

/// The name of a macro that makes the text of \p FileRange mean something else
/// at the end of the source; empty when there is none.
std::string unstableMacro(const ParsedSource &P, clang::SourceRange FileRange);

/// Rule H9: names that may be macros from outside without harm: those that the checks compare, and words that
/// stand only where nothing was taken from.
std::set<std::string> harmlessMacros(const ParsedSource &P);

/// Macros that options give a number, with its type, and whose value no directive asks for.
std::map<std::string, std::string> numberOptions(const ParsedSource &P);

/// Whether a line says nothing but how often a loop is to be unrolled: what that computes does not depend on it.
bool isHint(llvm::StringRef Line);

/// Rule H9: text of the checks. \p Unchecked: macros that the build may set and no check can compare.
std::string macroChecks(const ParsedSource &P, std::vector<std::string> *Unchecked);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_MACROS_H
