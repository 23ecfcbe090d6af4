//===- LoaderCalls.h - OpenCL by pointers that a loader sets --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LOADERCALLS_H
#define PERSISTIFY_LOADERCALLS_H

#include "clang/AST/ASTContext.h"

namespace persistify::frontend {

/// Gives the calls of \p Decls that go through a pointer called like a function of OpenCL that function as their callee.
void nameLoaderCalls(clang::ASTContext &Ctx, llvm::ArrayRef<clang::Decl *> Decls);

} // namespace persistify::frontend

#endif // PERSISTIFY_LOADERCALLS_H
