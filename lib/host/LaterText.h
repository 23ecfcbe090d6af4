//===- LaterText.h - a statement as the host performs it behind the region --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_LATERTEXT_H
#define PERSISTIFY_LIB_HOST_LATERTEXT_H

#include "Lowering.h"
#include "clang/AST/PrettyPrinter.h"

namespace persistify::host {

/// ev.getProfilingInfo<...>(): a time that the host has.
bool profiledTime(const clang::CallExpr *C);
/// The variable or member to which a call of the standard library's appends, else null.
const clang::ValueDecl *appendedTo(const clang::Stmt *S);
/// The variable or member of whose elements X names one, or a part of one.
const clang::Expr *listBehind(const clang::Expr *X);

/// Prints an expression of the loop (or of a function expanded in it) as text
/// that means the same at the loop: scalars that the region has become values
/// of the record, outside objects get the name they have there.
class LaterText : public clang::PrinterHelper {
public:
  explicit LaterText(Lowering &L) : L(L), Policy(L.Ctx.getLangOpts()) {
    if (L.Ctx.getLangOpts().CPlusPlus)
      Policy.adjustForCPlusPlus();
  }
  std::string print(const clang::Stmt *S);
  /// Text of a place that is the host's own, or an outside object.
  std::string place(const Place &P, const clang::Expr *X);
  std::string typed(clang::QualType T, const ExprP &E);
  void needsName(clang::QualType T) const;
  std::string declaration(clang::QualType T, const std::string &Name) const;

  bool handledStmt(clang::Stmt *S, llvm::raw_ostream &OS) override;

  /// What the record holds, as it was where each value was asked for.
  std::vector<ExprP> values();

  /// Printed in place of this object.
  const Place *Instead = nullptr;
  std::string InsteadText;

private:
  bool expression(const clang::Expr *X, llvm::raw_ostream &OS);
  bool scalar(const clang::Expr *X, llvm::raw_ostream &OS);
  bool call(const clang::CallExpr *C, llvm::raw_ostream &OS);
  bool performed(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *X,
                 llvm::raw_ostream &OS);
  bool pointer(const clang::Expr *X, llvm::raw_ostream &OS);
  bool value(const Value &V, const clang::Expr *X, llvm::raw_ostream &OS);
  void function(const clang::FunctionDecl *F, llvm::raw_ostream &OS);
  std::string object(std::string Text, clang::QualType T, const clang::CXXMethodDecl *M, const clang::Expr *X);
  bool templateArguments(const clang::FunctionDecl *F, unsigned Written, llvm::raw_ostream &OS);
  bool fail(const clang::Expr *X);
  /// lvalue(), or an invalid place if it cannot be followed.
  void around(Place P, const clang::Expr *X);
  Place tryPlace(const clang::Expr *X);

  struct Logged {
    ExprP E;
    size_t From; ///< statements in front of the moment
  };
  std::vector<Logged> Values;
  Lowering &L;
  clang::PrintingPolicy Policy;
  const clang::Stmt *Root = nullptr;
  std::set<const clang::Stmt *> Sometimes; ///< what is evaluated under a condition within the text
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_LATERTEXT_H
