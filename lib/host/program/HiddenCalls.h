//===- HiddenCalls.h - functions that run though no text calls them ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_HIDDENCALLS_H
#define PERSISTIFY_LIB_HOST_HIDDENCALLS_H

#include "clang/AST/ASTContext.h"
#include <map>
#include <set>

namespace persistify::host {

/// Who calls whom, as far as calls alone do not tell: ends of objects, initialisers of members, and what the library's
/// templates do with the program's classes and functions (std::make_unique<T>() makes a T).
struct HiddenCalls {
  std::map<const clang::FunctionDecl *, std::set<const clang::FunctionDecl *>> Calls;
  /// Types of functions that are called through pointers, and through pointers to members.
  std::map<const clang::FunctionDecl *, std::set<const clang::Type *>> Pointers, MemberPointers;
};

/// Of those functions and of all that they come to.
HiddenCalls hiddenCalls(clang::ASTContext &Ctx, const std::set<const clang::FunctionDecl *> &Of);

/// What runs where an object of type \p T ends; null if nothing is declared to.
const clang::FunctionDecl *endOf(clang::QualType T);

/// The type of the function that (object.*pointer)(...) calls; null of any other call.
const clang::Type *calledMember(const clang::CallExpr *C);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_HIDDENCALLS_H
