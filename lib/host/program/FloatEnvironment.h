//===- FloatEnvironment.h - rounding modes and exception flags ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point arithmetic has more operands than are written, and more results: modes of
// rounding and of very small numbers, and exception flags. The modes are those of the
// moment at which the loop is entered, which the runtime looks at; so nothing in the loop
// may change them. A device raises no flags of the host; so nobody may look at them.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_HOST_FLOATENVIRONMENT_H
#define PERSISTIFY_HOST_FLOATENVIRONMENT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace persistify::host {

/// Whether \p F, which has no body of the program's, reads or changes the environment.
bool usesFloatEnvironment(const clang::FunctionDecl *F);

/// Whether \p X has a rounding mode of its own, by a pragma, that is not to nearest.
bool roundsByPragma(const clang::Expr *X, const clang::LangOptions &LO);

} // namespace persistify::host

#endif // PERSISTIFY_HOST_FLOATENVIRONMENT_H
