//===- Closed.cpp - what no other file can do ---------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Closed.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include <set>

using namespace clang;

namespace persistify::host {
namespace {

/// Whether a function is used other than by calls with as many arguments as it has
/// parameters.
struct OtherCalls : AstVisitor {
  const FunctionDecl *F;
  std::set<const clang::Expr *> Called;
  bool Found = false;
  explicit OtherCalls(const FunctionDecl *F) : F(F->getCanonicalDecl()) {}
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitCallExpr(clang::CallExpr *C) override {
    if (C->getDirectCallee() && C->getDirectCallee()->getCanonicalDecl() == F && C->getNumArgs() == F->getNumParams())
      Called.insert(C->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) override {
    Found |= R->getDecl()->getCanonicalDecl() == F && !Called.count(R);
    return true;
  }
};

} // namespace

std::string callsUnseen(const FunctionDecl *F, ASTContext &Ctx) {
  if (planted("closed-files"))
    return "";
  const std::string Name = "'" + F->getNameAsString() + "'";
  if (isa<CXXMethodDecl>(F))
    return Name + " is a method, and not all calls of it are followed";
  if (F->isExternallyVisible())
    return "another file may call " + Name + " with one of its own";
  if (F->getTemplateSpecializationArgs())
    return Name + " is of a template, and not all calls of it are followed";
  OtherCalls U(F);
  U.TraverseDecl(Ctx.getTranslationUnitDecl());
  return U.Found ? "the program uses " + Name + " otherwise than by calls, too, as a pointer to a function, say" : "";
}

std::string changesUnseen(const VarDecl *V, ASTContext &Ctx) {
  if (planted("closed-files"))
    return "";
  if (auto *P = dyn_cast<ParmVarDecl>(V)) {
    auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
    return F ? callsUnseen(F, Ctx) : "it is a parameter of what is no function";
  }
  const bool Open = V->isLocalVarDecl() ? V->isLocalExternDecl() : V->isExternallyVisible();
  return Open ? "another file may set it" : "";
}

} // namespace persistify::host
