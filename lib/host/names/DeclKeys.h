//===- DeclKeys.h - declarations by what they are, in any parse -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_DECLKEYS_H
#define PERSISTIFY_LIB_HOST_DECLKEYS_H

#include "clang/AST/DeclBase.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace persistify::host {

/// Names a declaration in such a way that a parse of the program and one of the output
/// agree: by its USR, and what is local by its function, its name, and the how-manieth of
/// that name it is there. What the generated code declares does not count.
class DeclKeys {
public:
  std::string of(const clang::Decl *D);

private:
  std::map<const clang::Decl *, std::map<const clang::Decl *, std::string>> Locals; ///< by function
};

/// The generated code of one region.
struct GeneratedCode {
  const clang::CompoundStmt *Block = nullptr;
  const clang::IfStmt *Original = nullptr; ///< if (...) do { the original loop } ... else the exits
  const clang::Stmt *Loop = nullptr;       ///< the original
  llvm::StringRef Entry;                   ///< persistify_region_N
};

/// What \p C is, if it is that; else Block is null.
GeneratedCode generatedCode(const clang::CompoundStmt *C);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_DECLKEYS_H
