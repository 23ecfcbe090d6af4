//===- FixedLength.h - containers whose length a loop leaves alone ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FIXEDLENGTH_H
#define PERSISTIFY_LIB_HOST_FIXEDLENGTH_H

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace persistify::host {

class ProgramIndex;

/// Whether all that \p Loop does, calls of calls included, leaves the number of elements of the vector \p V, a variable or a member,
/// as it is, whatever is stored in them: by its name, as it has no other.
bool keepsLength(const clang::ValueDecl *V, const clang::Stmt *Loop, const ProgramIndex &Index);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_FIXEDLENGTH_H
