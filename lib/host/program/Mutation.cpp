//===- Mutation.cpp - whether a variable may change -----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "program/Mutation.h"
#include "persistify/Library.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using namespace clang;

namespace persistify::host {
namespace {

/// Whether an object of type \p T may hold a reference by which something else changes.
bool holdsReference(QualType T, unsigned Depth = 0) {
  if (Depth > 8)
    return true;
  if (T->isReferenceType())
    return !T->getPointeeType().isConstQualified();
  while (T->isArrayType())
    T = QualType(T->getArrayElementTypeNoTypeQual(), 0);
  if (T->isPointerType())
    return holdsReference(T->getPointeeType(), Depth + 1);
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  if (!R || !(R = R->getDefinition()))
    return false;
  auto Argument = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type && holdsReference(A.getAsType(), Depth + 1);
  };
  if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R); S && S->isInStdNamespace()) { // whose fields say little
    if (library::classOf(T) == library::Class::Reference)
      return !S->getTemplateArgs()[0].getAsType().isConstQualified();
    return llvm::any_of(S->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
      return A.getKind() == TemplateArgument::Pack ? llvm::any_of(A.pack_elements(), Argument) : Argument(A);
    });
  }
  return llvm::any_of(
             R->fields(),
             [&](const FieldDecl *F) { return F->getType() != T && holdsReference(F->getType(), Depth + 1); }) ||
         llvm::any_of(R->bases(), [&](const CXXBaseSpecifier &B) { return holdsReference(B.getType(), Depth + 1); });
}

/// Finds where an object is given the variable, or a part of it, by reference, and may keep it.
struct Keeps : AstVisitor {
  const VarDecl *V;
  bool Found = false;
  explicit Keeps(const VarDecl *V) : V(V->getCanonicalDecl()) {}

  bool names(const clang::Expr *X) const {
    if (!X->isGLValue() || X->getType().isConstQualified())
      return false;
    while (true) {
      X = X->IgnoreParenImpCasts();
      if (auto *M = dyn_cast<MemberExpr>(X); M && !M->isArrow())
        X = M->getBase();
      else if (auto *A = dyn_cast<ArraySubscriptExpr>(X))
        X = A->getBase();
      else
        break;
    }
    auto *D = dyn_cast<DeclRefExpr>(X);
    return D && D->getDecl()->getCanonicalDecl() == V;
  }
  bool given(llvm::ArrayRef<const clang::Expr *> Args, QualType Into) {
    Found |= llvm::any_of(Args, [&](const clang::Expr *A) { return names(A); }) && holdsReference(Into);
    return !Found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) override {
    return given(llvm::ArrayRef(C->getArgs(), C->getNumArgs()), C->getType());
  }
  bool VisitInitListExpr(InitListExpr *L) override { return given(L->inits(), L->getType()); }
  bool VisitCallExpr(CallExpr *C) override {
    auto *M = dyn_cast<CXXMemberCallExpr>(C);
    const llvm::ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
    return given(Args, C->getType()) && (!M || given(Args, M->getObjectType()));
  }
};

/// Whether there are statements in expressions, or types by expressions: macros such as `max`, one in the other.
struct Blocks : AstVisitor {
  bool Found = false;
  bool VisitStmtExpr(StmtExpr *) override { return !(Found = true); }
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc) override { return !(Found = true); }
};

} // namespace

bool mayBeMutated(const clang::Stmt &In, const VarDecl *V, ASTContext &Ctx) {
  // Clang's analysis overlooks assignments in functions with such.
  Blocks B;
  if (!planted("nested-typeof"))
    B.TraverseStmt(const_cast<clang::Stmt *>(&In));
  if (B.Found)
    return true;
  if (ExprMutationAnalyzer(In, Ctx).isMutated(V))
    return true;
  if (!Ctx.getLangOpts().CPlusPlus || planted("kept-references"))
    return false;
  Keeps K(V);
  K.TraverseStmt(const_cast<clang::Stmt *>(&In));
  return K.Found;
}

} // namespace persistify::host
