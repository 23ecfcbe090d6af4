//===- Repetition.h - what a file may do again and again -----------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_REPETITION_H
#define PERSISTIFY_LIB_FRONTEND_REPETITION_H

namespace clang {
class ASTUnit;
} // namespace clang

namespace persistify::frontend {

/// Whether anything of a unit, outside of system headers, has a loop, jumps, may come to itself, or gives the library
/// something to call.
bool mayRepeat(clang::ASTUnit &Unit);

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_REPETITION_H
