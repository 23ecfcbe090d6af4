//===- Mutation.h - whether a variable may change -------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's ExprMutationAnalyzer sees what a statement does to a variable, also through
// references. It does not see a reference that a template keeps in an object: after
// `std::pair<int &, int> p(x, 3)`, `p.first = 4` changes x.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_MUTATION_H
#define PERSISTIFY_LIB_HOST_MUTATION_H

#include "clang/AST/ASTContext.h"

namespace persistify::host {

/// Whether \p In may change \p V, or keeps where it is in an object.
bool mayBeMutated(const clang::Stmt &In, const clang::VarDecl *V, clang::ASTContext &Ctx);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_MUTATION_H
