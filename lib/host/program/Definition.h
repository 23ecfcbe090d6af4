//===- Definition.h - what a declaration stands for --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's body may be in hand and not be what a call runs: the linker or the loader
// takes another, or the compiler puts something in its place. An attribute may make a
// declaration mean more than its type and initialiser say. Both questions are answered
// here, from one table; an attribute that is not in it bars what carries it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HOST_DEFINITION_H
#define PERSISTIFY_HOST_DEFINITION_H

#include "persistify/Library.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace persistify {
class AstVisitor;
} // namespace persistify

namespace persistify::host {

/// Goes through all that a definition does: the initialisers of a constructor, then the body.
void traverseDefinition(AstVisitor &V, const clang::FunctionDecl *Def);

/// The definition with a body that runs when \p F is called. Null if none is in hand, or
/// if another may run. For a virtual function: when it is called by its own name.
const clang::FunctionDecl *definitionThatRuns(const clang::FunctionDecl *F);

/// \p M, a virtual function, and those of this file that override it, pure ones too.
llvm::SmallVector<const clang::CXXMethodDecl *, 4> overriders(clang::ASTContext &Ctx, const clang::CXXMethodDecl *M);

/// What runs when \p F is called through a pointer: a lambda's conversion to one makes a
/// function that calls the lambda. Of a generic lambda \p F itself.
const clang::FunctionDecl *calledByPointer(const clang::FunctionDecl *F);

/// An attribute of a variable, a function or a field that makes it mean something that is
/// not modelled: it runs code, it places or keeps the value elsewhere, or it is unknown.
/// Null if there is none. All declarations of one entity count.
const clang::Attr *barringAttribute(const clang::Decl *D);
/// The same for the attributes of a statement.
const clang::Attr *barringAttribute(const clang::AttributedStmt *S);
/// Whether an attribute or label makes a variable the same as one of another name.
bool hasOtherName(const clang::VarDecl *D);
/// What the program calls it.
std::string attributeName(const clang::Attr *A);

/// Whether the value of a variable is what its initialiser says until the program writes
/// to it. Not so if another definition may take its place.
bool initializerCounts(const clang::VarDecl *V);

/// Whether \p D, which has no body in hand, may be another function than the one that its
/// name says: the program gives it another symbol.
bool renamed(const clang::FunctionDecl *F);

using library::ofLibrary;

} // namespace persistify::host

#endif // PERSISTIFY_HOST_DEFINITION_H
