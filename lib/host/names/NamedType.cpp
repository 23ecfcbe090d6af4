//===- NamedType.cpp - types as generated code names them --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "names/NamedType.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace persistify::host {

std::string namedType(QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType().getUnqualifiedType();
  auto *Enum = T->getAs<EnumType>();
  if (Enum && !Enum->getDecl()->getIdentifier() && !Enum->getDecl()->getTypedefNameForAnonDecl() &&
      !planted("unnamed-types"))
    return "";
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressUnwrittenScope = true; // namespaces without a name
  return T.getAsString(Policy);
}

} // namespace persistify::host
