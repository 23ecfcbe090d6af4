//===- NamedType.cpp - types as generated code names them --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NamedType.h"
#include "persistify/Containment.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace persistify::host {

namespace {
/// Finds enumerations and classes without a name.
struct Unnamed : RecursiveASTVisitor<Unnamed> {
  bool Found = false;
  bool VisitTagType(TagType *T) {
    const TagDecl *D = T->getDecl();
    Found |= !D->getIdentifier() && !D->getTypedefNameForAnonDecl();
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : S->getTemplateArgs().asArray())
        TraverseTemplateArgument(A);
    return !Found;
  }
};
} // namespace

std::string namedType(QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType().getUnqualifiedType();
  Unnamed U;
  U.TraverseType(T);
  if (U.Found && !planted("unnamed-types"))
    return "";
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressUnwrittenScope = true; // namespaces without a name
  return T.getAsString(Policy);
}

} // namespace persistify::host
