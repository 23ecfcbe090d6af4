//===- Containers.h - containers, owners and texts of the C++ library ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_CONTAINERS_H
#define PERSISTIFY_LIB_HOST_CONTAINERS_H

#include "LoweringPart.h"

namespace persistify::host {

class Containers : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// A call of a method or an operator of the library's.
  struct MethodCall {
    const clang::FunctionDecl *F;
    const clang::CallExpr *C;
    const clang::Expr *Object;
    bool Arrow; ///< Object is a pointer to it
    library::Does What;
    llvm::SmallVector<const clang::Expr *, 4> Args; ///< without the object
    bool is(library::Does D, size_t N = 0) const { return What == D && Args.size() == N; }
  };
  Place contents(Place V);
  Place firstElement(const Place &V, clang::SourceRange R);
  std::optional<Place> returnedVector(clang::QualType T, const clang::Expr *X);
  void copyVector(const Place &To, const Place &From, clang::SourceRange R);
  Value containerSize(const Place &V, clang::SourceRange R);
  Place smartPointee(const Place &P, clang::SourceRange R);
  Place tupleElement(Place T, unsigned I, clang::SourceRange R);
  std::optional<Value> containerCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  Value operand(const clang::Expr *E);
  bool elementsBetween(const clang::Expr *First, const clang::Expr *Last, std::vector<Place> &To, clang::SourceRange R);
  bool construct(const Place &P, const clang::CXXConstructExpr *C);
  void requireOf(const Place &P, const std::string &Test, const std::string &Reason);
  void requireTarget(const Object &O);
  void requireWay(const Object &O);
  Value inputValue(const Place &P, const char *Name, const char *Type, ScalarType T, const std::string &Text);
  Value inputValue(const std::string &Name, const char *Type, ScalarType T, const std::string &Text,
                   clang::SourceRange R);
  Value stringValue(const clang::Expr *E);
  void valueInitialise(const Place &P, clang::SourceRange R);
  std::map<std::string, unsigned> Inputs; ///< text computed by the host -> variable
  std::vector<Place> Asked; ///< what such texts are about

private:
  std::optional<uint64_t> length(const Place &V);
  std::optional<uint64_t> lengthOnEntry(const Place &V);
  Place containerElement(const Place &V, ExprP Index, bool Checked, clang::SourceRange R);
  void makeElements(const Place &V, const ExprP &Count, const Place &Other, const clang::Expr *X, clang::SourceRange R);
  bool keepsLength(const Place &V, uint64_t N) const;
  bool resize(const Place &V, library::Does What, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  std::optional<Value> containerEnd(const Place &V, library::Does What, clang::SourceRange R);
  Place mapElement(Place M, const clang::Expr *Key, clang::SourceRange R, bool Makes = false);
  Value noModel(const MethodCall &M);
  Value iteratorCall(const MethodCall &M);
  Value textCall(const MethodCall &M);
  Value functionCall(const MethodCall &M);
  Value sequenceCall(const MethodCall &M, const Place &P);
  Value assignVector(const MethodCall &M, const Place &P);
  Value mapCall(const MethodCall &M, const Place &P);
  Value ownerCall(const MethodCall &M, Place P);
  Value listCall(const MethodCall &M, const Place &P);
  std::optional<Value> libraryCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  std::optional<Value> libraryOperator(const clang::CXXOperatorCallExpr *C);
  std::optional<Value> endsOf(library::Does What, const clang::CallExpr *C);
  std::optional<Value> listExtreme(library::Does What, const clang::CallExpr *C);
  std::optional<Value> assignTuple(const clang::Expr *To, const clang::Expr *From, clang::SourceRange R);
  std::map<const clang::ValueDecl *, std::optional<uint64_t>> Lengths; ///< of containers on entry
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_CONTAINERS_H
