//===- FileSummary.h - what a file of a program defines and uses ---*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_FILESUMMARY_H
#define PERSISTIFY_LIB_FRONTEND_FILESUMMARY_H

#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class ASTUnit;
class FunctionDecl;
} // namespace clang

namespace persistify::frontend {

/// Entities are named by linkage, qualified name and type, the same in every
/// file that sees them; those with internal linkage also by their file.
struct FileSummary {
  struct Body {
    unsigned Begin = 0, End = 0; ///< offsets in the file; none if it cannot be left out
  };
  std::set<std::string> Defined; ///< functions and variables of other files' concern
  std::set<std::string> Single;  ///< functions of these that no other file of one program defines
  std::set<std::string> Used;    ///< such that are declared here only
  /// Names declared at file scope in the file itself; whether only it sees them.
  std::map<std::string, bool> FileScope;
  std::set<std::string> Fields; ///< of its own records
  /// Functions that others can see, by name; those of the system left out.
  std::map<std::string, std::set<std::string>> Overloads;
  /// What the compiler's options make of the language, where no text tells: signs of characters, sizes of enumerations.
  std::string Language;
  bool Labels = false; ///< something of its own has another name for the linker
  bool Templates = false; ///< it has function templates, whose calls are settled at the end of the unit
  /// Variables of headers that each file has for itself, and that may change; with the text of their declarations,
  /// if that stands by itself.
  std::map<std::string, std::string> Copies;
  /// Which of them the file's own functions come to, and its initializers. Here names are as they are in the unit.
  std::map<std::string, std::set<std::string>> Reaches;
  std::set<std::string> InitializersReach;
  /// Variables of headers that are one in all files: inline ones, and what C lets several files define.
  std::set<std::string> Common;
  /// What each definition outside of system headers says, as a hash. Two files that
  /// mean the same by a piece of text have the same hash for it.
  std::map<std::string, uint64_t> Says;
  /// Bodies of all functions of the file itself, by entity.
  std::map<std::string, Body> Bodies;
  struct Macro {
    std::string Text; ///< what stands behind its name in a #define
    bool Own = false; ///< it is defined in the file itself, not in a header
    bool Guard = false; ///< a header begins by asking for it
    bool operator==(const Macro &M) const { return Text == M.Text; }
  };
  std::map<std::string, Macro> Macros; ///< at its end, but for those of the system and the compiler
  bool C = false; ///< its language is C, not C++
  std::set<std::string> Read; ///< absolute paths of what it includes, and its own
};

/// \p Of: the file whose own definitions are asked for (in a unit of several
/// files: one of those that were joined), by absolute path. Behind a name that was
/// given to avoid a clash stands \p Suffix. \p C: the file is C, also in a unit of C++.
FileSummary summarise(clang::ASTUnit &Unit, llvm::StringRef Of, llvm::StringRef Suffix = "", bool C = false);

/// A function's qualified name with what its templates are given, and its type: the same in two parses of a file.
std::string nameOf(clang::ASTContext &Ctx, const clang::FunctionDecl *F);
/// What the body of a function says, but for its first \p Skip statements. Bodies with one text mean the same.
std::string bodyText(clang::ASTContext &Ctx, const clang::FunctionDecl *F, unsigned Skip);

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_FILESUMMARY_H
