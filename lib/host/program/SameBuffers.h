//===- SameBuffers.h - buffers that have several names ---------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_SAMEBUFFERS_H
#define PERSISTIFY_LIB_HOST_SAMEBUFFERS_H

#include "persistify/Region.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace persistify::host {

/// Fills in Slot::SameAs of the region at \p S: what \p F gives to one another
/// before it.
void nameSameBuffers(Region &R, clang::ASTContext &Ctx, const clang::FunctionDecl *F, const clang::Stmt *S);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_SAMEBUFFERS_H
