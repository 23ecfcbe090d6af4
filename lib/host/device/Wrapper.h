//===- Wrapper.h - objects of the C++ wrapper ----------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_WRAPPER_H
#define PERSISTIFY_LIB_HOST_WRAPPER_H

#include "LoweringPart.h"

namespace persistify::host {

class Wrapper : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  bool isWrapped(clang::QualType T) const;
  bool memberwise(const clang::CXXRecordDecl *RD) const;
  bool releasesOnly(clang::QualType T) const;
  Place objectPlace(const clang::Expr *E);
  Value object(const clang::Expr *E);
  Value rawHandle(const ApiCall &C);
  Value defaultQueue(clang::SourceRange R);
  Value localSize(const ApiCall &C);
  Value functor(ApiCall C);
  void setArgValue(const Value &K, ExprP Index, const clang::Expr *X, const ApiCall &C);
  void setArgPlace(const Value &K, ExprP Index, const Place &P, const clang::Expr *X, const ApiCall &C);
  bool ranges(const Place &Offset, const Place &Global, const Place &Local, Stmt &S, clang::SourceRange R);
  void storeRange(const Place &To, const Place &From, clang::SourceRange R);
  bool initializeWrapper(const Place &P, const clang::Expr *Init);
  std::optional<Value> wrapperMethod(const clang::CXXMethodDecl *M, const clang::CallExpr *C);
  void copyElements(const ApiCall &C);

private:
  Place member(const Place &P, ApiMember M);
  Place enqueueArgs(const clang::Expr *E);
  ExprP rangeDims(const Place &P);
  void moveFrom(const Place &P, clang::SourceRange R);
  void transferObject(const Place &To, const Place &From, bool Move, clang::SourceRange R);
  void constructWrapper(const Place &P, const clang::CXXConstructExpr *C, ApiType Class);
  std::map<std::string, unsigned> RangeDims; ///< cl::NDRange outside -> its dimensions
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_WRAPPER_H
