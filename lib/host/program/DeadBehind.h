//===- DeadBehind.h - variables whose value nobody reads behind a loop --------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_DEADBEHIND_H
#define PERSISTIFY_LIB_HOST_DEADBEHIND_H

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace persistify::host {

/// Whether, on all ways out of \p Loop, \p F assigns its local variable \p V before it reads it, if it reads it at all; and goes by
/// its name alone.
bool deadBehind(const clang::VarDecl *V, const clang::FunctionDecl *F, const clang::Stmt *Loop, clang::ASTContext &Ctx);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_DEADBEHIND_H
