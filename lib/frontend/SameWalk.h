//===- SameWalk.h - the walk of SameMeaning.h ------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SameMeaning.cpp begins it, and has what statements and expressions have in common;
// SameStatements.cpp what each class of them has, SameTypes.cpp types, SameDeclarations.cpp
// names, declarations and attributes.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_FRONTEND_SAMEWALK_H
#define PERSISTIFY_LIB_FRONTEND_SAMEWALK_H

#include "persistify/SameMeaning.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace persistify {

/// All functions: whether A and B mean the same; if not, the first difference was noted.
class SameWalk {
public:
  SameWalk(clang::ASTContext &Ctx, DeclMap &Locals) : Ctx(Ctx), Locals(Locals) {}

  bool statements(const clang::Stmt *A, const clang::Stmt *B);
  bool functions(const clang::FunctionDecl *A, const clang::FunctionDecl *B, bool Attributes);
  /// To be asked at the end: whether what was taken to be in the pieces is there.
  bool complete();
  std::optional<Difference> difference() { return std::move(First); }

private:
  bool differ(clang::SourceLocation At, const llvm::Twine &What);
  /// \p Same, or a difference.
  bool check(bool Same, clang::SourceLocation At, const llvm::Twine &What) { return Same || differ(At, What); }

  // ---- SameMeaning.cpp
  bool expressions(const clang::Expr *A, const clang::Expr *B);
  bool unknown(const clang::Stmt *A);
  bool children(const clang::Stmt *A, const clang::Stmt *B);
  bool lambdas(const clang::LambdaExpr *A, const clang::LambdaExpr *B);
  bool values(const clang::Expr *A, const clang::Expr *B);
  bool labels(const clang::LabelDecl *A, const clang::LabelDecl *B, clang::SourceLocation At);

  // ---- SameStatements.cpp
  bool own(const clang::Stmt *A, const clang::Stmt *B);

  // ---- SameTypes.cpp
  bool types(clang::QualType A, clang::QualType B, clang::SourceLocation At);
  bool sameType(clang::QualType A, clang::QualType B);
  bool sameStructure(const clang::Type *A, const clang::Type *B);
  bool sameArray(const clang::ArrayType *A, const clang::ArrayType *B);
  bool sameSignature(const clang::FunctionProtoType *A, const clang::FunctionProtoType *B);
  bool sameArguments(llvm::ArrayRef<clang::TemplateArgument> A, llvm::ArrayRef<clang::TemplateArgument> B);
  bool sameRecord(const clang::RecordDecl *A, const clang::RecordDecl *B);
  bool sameEnum(const clang::EnumDecl *A, const clang::EnumDecl *B);
  bool sameLayout(const clang::RecordDecl *A, const clang::RecordDecl *B);
  bool sameMembers(const clang::RecordDecl *A, const clang::RecordDecl *B);

  // ---- SameDeclarations.cpp
  bool sameFunction(const clang::FunctionDecl *A, const clang::FunctionDecl *B);
  /// A reference to \p A there means \p B here.
  bool same(const clang::Decl *A, const clang::Decl *B);
  bool references(const clang::Decl *A, const clang::Decl *B, clang::SourceLocation At);
  bool declarations(const clang::Decl *A, const clang::Decl *B);
  bool variables(const clang::VarDecl *A, const clang::VarDecl *B);
  bool parameters(const clang::FunctionDecl *A, const clang::FunctionDecl *B);
  bool attributes(llvm::ArrayRef<const clang::Attr *> A, llvm::ArrayRef<const clang::Attr *> B,
                  clang::SourceLocation At);
  bool attributes(const clang::Decl *A, const clang::Decl *B);

  clang::ASTContext &Ctx;
  DeclMap &Locals;
  std::optional<Difference> First;
  std::string Layout; ///< how the types that are not the same differ, if it is that
  std::vector<std::pair<const clang::LabelDecl *, clang::SourceLocation>> Jumps; ///< in the first piece
  std::vector<std::pair<const clang::CXXRecordDecl *, clang::SourceLocation>> Lambdas; ///< as types in the first piece
  llvm::DenseSet<const clang::Decl *> Stands; ///< labels and lambdas of the first piece
};

} // namespace persistify

#endif // PERSISTIFY_LIB_FRONTEND_SAMEWALK_H
