//===- OwnAddress.cpp - objects that lead into themselves --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host has one object for those that trips make (Later.cpp), and assigns it. A text that
// a constructor has put into the object is then where the assigned one was.
//
//===----------------------------------------------------------------------===//
#include "program/OwnAddress.h"
#include "library/ContainerKinds.h"
#include "effects/HostCalls.h"
#include "persistify/AstVisitor.h"
#include "persistify/Containment.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace persistify::host {
namespace {

bool keepsAddress(QualType T) {
  T = QualType(T->getBaseElementTypeUnsafe(), 0);
  return T->isPointerType() || isStringView(T) || containerOf(T) == Container::Iterator;
}

/// Whether X leads to what a function was given, to what always is, or where another pointer does.
bool leadsAway(const clang::Expr *X) {
  X = X->IgnoreParenCasts();
  if (auto *Q = dyn_cast<AbstractConditionalOperator>(X))
    return leadsAway(Q->getTrueExpr()) && leadsAway(Q->getFalseExpr());
  if (auto *L = dyn_cast<InitListExpr>(X))
    return llvm::all_of(L->inits(), leadsAway);
  if (auto *C = dyn_cast<CXXConstructExpr>(X))
    return llvm::all_of(C->arguments(), leadsAway);
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(X))
    return leadsAway(M->getSubExpr());
  if (auto *I = dyn_cast<CXXDefaultInitExpr>(X))
    return leadsAway(I->getExpr());
  if (auto *M = dyn_cast<MemberExpr>(X))
    return keepsAddress(M->getType()) && !M->getType()->isArrayType();
  if (auto *C = dyn_cast<CXXMemberCallExpr>(X);
      C && isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl())) // a view of a text
    X = C->getImplicitObjectArgument()->IgnoreParenCasts();
  else if (auto *U = dyn_cast<UnaryOperator>(X); U && U->getOpcode() == UO_AddrOf)
    X = U->getSubExpr()->IgnoreParens();
  auto *D = dyn_cast<DeclRefExpr>(X);
  auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (isa_and_nonnull<ParmVarDecl>(V))
    return keepsAddress(V->getType()) || V->getType()->isReferenceType();
  return (V && V->hasGlobalStorage()) || (D && isa<FunctionDecl>(D->getDecl())) ||
         isa<clang::StringLiteral, PredefinedExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr, CXXNullPtrLiteralExpr,
             GNUNullExpr, IntegerLiteral>(X);
}

/// What a function keeps in members.
struct Kept : AstVisitor {
  bool Within = false;
  bool shouldVisitImplicitCode() const override { return true; }
  void keeps(QualType T, const clang::Expr *X) { Within |= keepsAddress(T) && !leadsAway(X); }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign && isa<MemberExpr, ArraySubscriptExpr>(B->getLHS()->IgnoreParens()))
      keeps(B->getType(), B->getRHS());
    return !Within;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *O) override { // of a view
    if (O->getOperator() == OO_Equal && O->getNumArgs() == 2 && isa<MemberExpr>(O->getArg(0)->IgnoreParens()))
      keeps(O->getArg(0)->getType(), O->getArg(1));
    return !Within;
  }
  void function(const FunctionDecl *F) {
    if (auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        if (I->isAnyMemberInitializer())
          keeps(I->getAnyMember()->getType(), I->getInit());
    const FunctionDecl *Def = nullptr;
    if (!F->isDefaulted() && F->hasBody(Def))
      TraverseStmt(Def->getBody());
  }
};

bool keepsWithin(const CXXRecordDecl *R) {
  Kept K;
  for (const Decl *D : R->decls())
    if (auto *M = dyn_cast<CXXMethodDecl>(D))
      K.function(M);
    else if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
      for (const FunctionDecl *F : T->specializations())
        K.function(F);
    else if (auto *F = dyn_cast<FieldDecl>(D); F && F->hasInClassInitializer() && F->getInClassInitializer())
      K.keeps(F->getType(), F->getInClassInitializer());
  return K.Within;
}

} // namespace

bool mayLeadIntoItself(QualType T) {
  const CXXRecordDecl *R = QualType(T->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || HostCalls::isStdType(T) || planted("addresses-within"))
    return false;
  return keepsWithin(R) ||
         llvm::any_of(R->bases(), [](const CXXBaseSpecifier &B) { return mayLeadIntoItself(B.getType()); }) ||
         llvm::any_of(R->fields(), [](const FieldDecl *F) { return mayLeadIntoItself(F->getType()); });
}

} // namespace persistify::host
