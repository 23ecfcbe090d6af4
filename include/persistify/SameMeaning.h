//===- persistify/SameMeaning.h - whether two pieces of code mean the same --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the program that is copied to another place may mean something else
// there: a macro, a pragma, a declaration in between, another scope. Both places
// are parsed in one translation unit, and the two trees are walked in lockstep.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_SAMEMEANING_H
#define PERSISTIFY_SAMEMEANING_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace persistify {

/// Where two pieces of code part.
struct Difference {
  clang::SourceLocation At; ///< in the first piece
  std::string What;         ///< "'sz' is another function there": a clause of a message
};

/// Declarations that stand for each other: those that the first piece declares itself and, by position, those of
/// the second. A caller whose copy has other names for what stands outside of it adds these pairs before.
class DeclMap {
public:
  /// Makes \p B the partner of \p A. False if one of them has another one.
  bool pair(const clang::Decl *A, const clang::Decl *B);
  /// The partner of \p A, a declaration of the first piece, or null.
  const clang::Decl *partner(const clang::Decl *A) const { return Forward.lookup(A); }
  /// Whether \p B, a declaration of the second piece, is the partner of something.
  bool taken(const clang::Decl *B) const { return Backward.count(B) != 0; }

private:
  llvm::DenseMap<const clang::Decl *, const clang::Decl *> Forward, Backward;
};

/// The first difference in meaning between two statements of one translation unit, or none: both do the same wherever
/// control reaches them with the same values. A break or continue out of them is not looked at. The names of local
/// declarations do not count, nor does the place in the text, unless the code asks for it. Types are compared with their
/// layout, constants by value, callees and objects by declaration. What the comparison does not know is a difference.
std::optional<Difference> sameMeaning(const clang::Stmt *A, const clang::Stmt *B, clang::ASTContext &Ctx,
                                      DeclMap &Locals);

/// The same for two function definitions: parameters, result and body; \p Attributes: those of the functions themselves,
/// too. Their names do not count, unless they ask for them (__func__).
std::optional<Difference> sameMeaning(const clang::FunctionDecl *A, const clang::FunctionDecl *B,
                                      clang::ASTContext &Ctx, DeclMap &Locals, bool Attributes = true);

} // namespace persistify

#endif // PERSISTIFY_SAMEMEANING_H
