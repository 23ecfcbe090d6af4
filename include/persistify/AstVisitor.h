//===- persistify/AstVisitor.h - goes through Clang's AST -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang::RecursiveASTVisitor with virtual functions. Of the template, each class that
// derives from it compiles all of Clang's AST once more (four seconds); here that is done
// once, in AstVisitor.cpp. LLVM 20 has DynamicRecursiveASTVisitor, with the same names.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_ASTVISITOR_H
#define PERSISTIFY_ASTVISITOR_H

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclObjC.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenACC.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/AST/TypeLoc.h"

namespace persistify {

/// Kinds of statements whose Traverse function may be another one. Others are gone through without recursion, as long
/// chains of operators need it: add a kind only where nothing else will do.
#define PERSISTIFY_OWN_TRAVERSE(STMT)                                                                                  \
  STMT(CallExpr)                                                                                                       \
  STMT(CompoundStmt)                                                                                                   \
  STMT(CXXForRangeStmt)                                                                                                \
  STMT(CXXMemberCallExpr)                                                                                              \
  STMT(DoStmt)                                                                                                         \
  STMT(ForStmt)                                                                                                        \
  STMT(IfStmt)                                                                                                         \
  STMT(LambdaExpr)                                                                                                     \
  STMT(UnaryExprOrTypeTraitExpr)                                                                                       \
  STMT(WhileStmt)

/// Goes through declarations, statements, types as written and attributes. Each Visit function is called with the nodes
/// of its kind, those of the base kinds first; false ends the whole walk. A Traverse function goes through a node and
/// what is below it; one of a derived class that goes on calls this class's.
class AstVisitor {
public:
  virtual ~AstVisitor();

  bool TraverseStmt(clang::Stmt *S);
  virtual bool TraverseDecl(clang::Decl *D);
  virtual bool TraverseFunctionDecl(clang::FunctionDecl *D);
  virtual bool TraverseFunctionTemplateDecl(clang::FunctionTemplateDecl *D);
  virtual bool TraverseConstructorInitializer(clang::CXXCtorInitializer *I);
  virtual bool TraverseNestedNameSpecifierLoc(clang::NestedNameSpecifierLoc N);
#define TRAVERSE(CLASS) virtual bool Traverse##CLASS(clang::CLASS *S);
  PERSISTIFY_OWN_TRAVERSE(TRAVERSE)
#undef TRAVERSE

  /// Called before and after what is below a statement. False: nothing below, nor the statement itself, is visited,
  /// and what follows it is.
  virtual bool dataTraverseStmtPre(clang::Stmt *) { return true; }
  virtual bool dataTraverseStmtPost(clang::Stmt *) { return true; }

  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }

  virtual bool VisitAttr(clang::Attr *) { return true; }
  virtual bool VisitDecl(clang::Decl *) { return true; }
#define ABSTRACT_DECL(DECL) DECL
#define DECL(CLASS, BASE)                                                                                              \
  virtual bool Visit##CLASS##Decl(clang::CLASS##Decl *) { return true; }
#include "clang/AST/DeclNodes.inc"
  virtual bool VisitStmt(clang::Stmt *) { return true; }
#define ABSTRACT_STMT(STMT) STMT
#define STMT(CLASS, BASE)                                                                                              \
  virtual bool Visit##CLASS(clang::CLASS *) { return true; }
#include "clang/AST/StmtNodes.inc"
#define ABSTRACT_TYPELOC(CLASS, BASE)                                                                                  \
  virtual bool Visit##CLASS##TypeLoc(clang::CLASS##TypeLoc) { return true; }
#define TYPELOC(CLASS, BASE) ABSTRACT_TYPELOC(CLASS, BASE)
#include "clang/AST/TypeLocNodes.def"
};

} // namespace persistify

#endif // PERSISTIFY_ASTVISITOR_H
