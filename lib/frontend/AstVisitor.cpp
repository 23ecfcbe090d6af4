//===- AstVisitor.cpp - goes through Clang's AST --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "persistify/AstVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace persistify {
namespace {

/// Clang's walk; each step asks the virtual functions.
struct Walk : RecursiveASTVisitor<Walk> {
  using Base = RecursiveASTVisitor<Walk>;
  AstVisitor &V;
  explicit Walk(AstVisitor &V) : V(V) {}

  bool TraverseDecl(Decl *D) { return V.TraverseDecl(D); }
  /// All of it: what Clang looks for parents in is less (parseHost).
  bool TraverseTranslationUnitDecl(TranslationUnitDecl *D) {
    auto InExpression = [](const Decl *Child) {
      auto *R = dyn_cast<CXXRecordDecl>(Child);
      return isa<BlockDecl, CapturedDecl>(Child) || (R && R->isLambda());
    };
    return WalkUpFromTranslationUnitDecl(D) &&
           llvm::all_of(D->decls(), [&](Decl *Child) { return InExpression(Child) || TraverseDecl(Child); });
  }
  bool TraverseFunctionDecl(FunctionDecl *D) { return V.TraverseFunctionDecl(D); }
  bool TraverseFunctionTemplateDecl(FunctionTemplateDecl *D) { return V.TraverseFunctionTemplateDecl(D); }
  bool TraverseConstructorInitializer(CXXCtorInitializer *I) { return V.TraverseConstructorInitializer(I); }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc N) { return V.TraverseNestedNameSpecifierLoc(N); }
#define TRAVERSE(CLASS)                                                                                                \
  bool Traverse##CLASS(CLASS *S) { return V.Traverse##CLASS(S); }
  PERSISTIFY_OWN_TRAVERSE(TRAVERSE)
#undef TRAVERSE

  bool dataTraverseStmtPre(Stmt *S) { return V.dataTraverseStmtPre(S); }
  bool dataTraverseStmtPost(Stmt *S) { return V.dataTraverseStmtPost(S); }
  bool shouldVisitTemplateInstantiations() const { return V.shouldVisitTemplateInstantiations(); }
  bool shouldVisitImplicitCode() const { return V.shouldVisitImplicitCode(); }

  bool VisitAttr(Attr *A) { return V.VisitAttr(A); }
  bool VisitDecl(Decl *D) { return V.VisitDecl(D); }
#define ABSTRACT_DECL(DECL) DECL
#define DECL(CLASS, BASE)                                                                                              \
  bool Visit##CLASS##Decl(CLASS##Decl *D) { return V.Visit##CLASS##Decl(D); }
#include "clang/AST/DeclNodes.inc"
  bool VisitStmt(Stmt *S) { return V.VisitStmt(S); }
#define ABSTRACT_STMT(STMT) STMT
#define STMT(CLASS, BASE)                                                                                              \
  bool Visit##CLASS(CLASS *S) { return V.Visit##CLASS(S); }
#include "clang/AST/StmtNodes.inc"
#define ABSTRACT_TYPELOC(CLASS, BASE)                                                                                  \
  bool Visit##CLASS##TypeLoc(CLASS##TypeLoc T) { return V.Visit##CLASS##TypeLoc(T); }
#define TYPELOC(CLASS, BASE) ABSTRACT_TYPELOC(CLASS, BASE)
#include "clang/AST/TypeLocNodes.def"
};

} // namespace

AstVisitor::~AstVisitor() = default;

bool AstVisitor::TraverseStmt(Stmt *S) { return Walk(*this).TraverseStmt(S); }
bool AstVisitor::TraverseDecl(Decl *D) { return Walk(*this).Base::TraverseDecl(D); }
bool AstVisitor::TraverseFunctionDecl(FunctionDecl *D) { return Walk(*this).Base::TraverseFunctionDecl(D); }
bool AstVisitor::TraverseFunctionTemplateDecl(FunctionTemplateDecl *D) {
  return Walk(*this).Base::TraverseFunctionTemplateDecl(D);
}
bool AstVisitor::TraverseConstructorInitializer(CXXCtorInitializer *I) {
  return Walk(*this).Base::TraverseConstructorInitializer(I);
}
bool AstVisitor::TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc N) {
  return Walk(*this).Base::TraverseNestedNameSpecifierLoc(N);
}
#define TRAVERSE(CLASS)                                                                                                \
  bool AstVisitor::Traverse##CLASS(CLASS *S) { return Walk(*this).Base::Traverse##CLASS(S); }
PERSISTIFY_OWN_TRAVERSE(TRAVERSE)
#undef TRAVERSE

} // namespace persistify
