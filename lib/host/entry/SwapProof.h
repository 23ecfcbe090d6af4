//===- SwapProof.h - what std::swap does to a program's own class --*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_SWAPPROOF_H
#define PERSISTIFY_LIB_HOST_SWAPPROOF_H

namespace clang {
class ASTContext;
class CXXRecordDecl;
} // namespace clang

namespace persistify::host {

/// Whether std::swap of two objects of class RD exchanges all their members and has no
/// other effect, whatever the members hold.
bool swapExchangesMembers(clang::ASTContext &Ctx, const clang::CXXRecordDecl *RD);

/// Whether what moves an object of class RD may be a template of its, `template <class U> X &operator=(U &&)`: there is
/// no move of its own that would be taken before that.
bool templateMoves(const clang::CXXRecordDecl *RD);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_SWAPPROOF_H
