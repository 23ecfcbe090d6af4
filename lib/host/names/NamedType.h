//===- NamedType.h - types as generated code names them ------------*- C++ -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PERSISTIFY_LIB_HOST_NAMEDTYPE_H
#define PERSISTIFY_LIB_HOST_NAMEDTYPE_H

#include "clang/AST/Type.h"
#include <string>

namespace persistify::host {

/// What names the number or enumeration \p T, unqualified, wherever it has been declared and may be used, with its scopes
/// in C++. Empty if it has no name, as an enumeration that is written where a variable is declared.
std::string namedType(clang::QualType T, const clang::ASTContext &Ctx);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_NAMEDTYPE_H
