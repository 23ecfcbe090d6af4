//===- Closed.h - what no other file can do -------------------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "All calls of this function pass whole arrays" says something only where all calls are
// seen. Other files of the program may not be given, and any of them may declare by hand
// what has external linkage.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_CLOSED_H
#define PERSISTIFY_LIB_HOST_CLOSED_H

#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace persistify::host {

/// Why not all that \p F is called with stands in calls of it by name, in this unit. Empty if it does.
std::string callsUnseen(const clang::FunctionDecl *F, clang::ASTContext &Ctx);

/// Why not all that sets \p V by its name stands in this unit; of a parameter, its calls too. Empty if it does.
std::string changesUnseen(const clang::VarDecl *V, clang::ASTContext &Ctx);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_CLOSED_H
