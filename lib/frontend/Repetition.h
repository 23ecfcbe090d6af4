//===- Repetition.h - what a file may do again and again -----------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_REPETITION_H
#define PERSISTIFY_LIB_FRONTEND_REPETITION_H

#include "clang/AST/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <set>
#include <string>

namespace clang {
class ASTUnit;
} // namespace clang

namespace persistify::frontend {

/// Whether anything of a unit, outside of system headers, has a loop, jumps, may come to itself, or gives the library
/// something to call.
bool mayRepeat(clang::ASTUnit &Unit);

/// Whether a function that is given such a value can call it.
bool isCallable(clang::QualType T);

/// What the functions of a unit, outside of system headers, name. By simple names: which of several functions of one name is
/// meant is not told, so that a virtual function is all that override it.
struct NamedCalls {
  using Names = std::set<std::string>;
  std::map<std::string, Names> Of; ///< by function; under PointerCall what pointers may lead to
  std::map<std::string, Names> Again; ///< what the function may name again and again
};

/// The name of a call by a pointer.
inline constexpr char PointerCall[] = "*";

NamedCalls namedCalls(clang::ASTUnit &Unit);

/// Whether the unit \p Of may launch again and again, if what its functions name is as \p All say, of which it is one.
bool mayLaunchAgain(const NamedCalls &Of, llvm::ArrayRef<NamedCalls> All);

} // namespace persistify::frontend

#endif // PERSISTIFY_LIB_FRONTEND_REPETITION_H
