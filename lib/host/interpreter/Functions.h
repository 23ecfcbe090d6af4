//===- Functions.h - calls of the program's own and of known functions, lambdas and function objects -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_FUNCTIONS_H
#define PERSISTIFY_LIB_HOST_FUNCTIONS_H

#include "LoweringPart.h"
#include "library/Algorithms.h"

namespace persistify::host {

class Functions : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  std::optional<Algorithms::Callable> callable(const clang::Expr *X, const clang::FunctionDecl *Algorithm);
  ExprP invoke(const Algorithms::Callable &Of, llvm::ArrayRef<Algorithms::Operand> Args, clang::SourceRange R);
  const clang::FunctionDecl *callee(const clang::Expr *E);
  Value callKnown(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  bool closure(clang::QualType T, const clang::Expr *X);
  Value call(const clang::CallExpr *C, bool ResultUsed);
  Value inlineCall(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, std::optional<Place> This,
                   clang::SourceRange R, const clang::Expr *Left = nullptr);
  std::optional<Value> oneOfArguments(const clang::Expr *X, bool AsValue);
  /// \p OfObjects: of two objects that are swapped, not by themselves.
  void swapPlaces(Place A, Place B, clang::SourceRange R, bool OfObjects = false);
  Value variadicArgument(const clang::VAArgExpr *X);
  llvm::SetVector<const clang::VarDecl *> CopyCaptures; ///< captured by copy: must not change

private:
  bool captured(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  std::optional<Place> closureObject(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  const std::map<const clang::VarDecl *, Place> *copiesOf(const clang::FunctionDecl *Lambda) const;
  void requireLoaded(const clang::FunctionDecl *F);
  bool giveOrLeave(const Place &Param, const clang::Expr *X);
  bool giveArgument(const Place &Param, const clang::Expr *X);
  std::optional<Value> knownFunction(const clang::FunctionDecl *F, const clang::CallExpr *C);
  std::optional<Value> tableCall(const clang::CallExpr *C); // CallTables.cpp
  std::optional<Value> mathFunction(const library::Row &Row, const clang::CallExpr *C);
  void swap(const clang::Expr *A, const clang::Expr *B);
  std::string nextArgument(const clang::Expr *X, int &List);
  std::optional<Value> variadicCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  std::map<int, size_t> ListFrames; ///< va_list -> the frame with its arguments
  /// Class of a lambda of the loop -> what it holds copies of, as it was last made.
  std::map<const clang::CXXRecordDecl *, std::map<const clang::VarDecl *, Place>> ClosureCopies;
  size_t FramesMade = 0; ///< calls that were expanded
  unsigned ScanCalls = 0; ///< calls, while scanning: what is found is a guess, and may take little time
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_FUNCTIONS_H
