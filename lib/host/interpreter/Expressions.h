//===- Expressions.h - host expressions, casts, operators and initialisers -===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_EXPRESSIONS_H
#define PERSISTIFY_LIB_HOST_EXPRESSIONS_H

#include "LoweringPart.h"

namespace persistify::host {

class Expressions : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void initializeMembers(const clang::CXXConstructorDecl *D);
  Value rvalue(const clang::Expr *E);
  Place lvalue(const clang::Expr *E);
  bool InConstant = false; ///< in the initialiser of a constant: std::is_constant_evaluated()
  void asMember(const Place &P, llvm::function_ref<void()> Initialise);
  void effect(const clang::Expr *E);
  ExprP scalar(const clang::Expr *E);
  ExprP condition(const clang::Expr *E);
  std::optional<ExprP> compareOpaque(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                                     clang::SourceRange R);
  std::optional<ExprP> withinArray(clang::BinaryOperatorKind Op, const Value &A, const Value &B);
  void initialize(const Place &P, const clang::Expr *Init);
  void zeroMembers(const Place &P, const clang::RecordDecl *R);
  std::optional<uint64_t> evaluate(const clang::Expr *E) const;
  std::map<const clang::Expr *, Place> Given; ///< what made-up operands stand for

private:
  Value immediate(const clang::ConstantExpr *C);
  std::optional<ExprP> givenFunction(const clang::Expr *X);
  bool ownConstructor(const Place &P, const clang::CXXConstructExpr *C);
  void bindMember(const Place &P, const clang::FieldDecl *F, const clang::Expr *X);
  std::optional<Place> referenceMember(const Place &P, const clang::FieldDecl *F);
  bool viewedAs(const Place &P, clang::QualType T, clang::SourceRange R);
  Value moved(const Place &P, clang::QualType Pointer, ExprP Delta, clang::SourceRange R);
  Place stored(const Place &P, const Value &V, clang::SourceRange R);
  Value castValue(const clang::CastExpr *C);
  Value typedPointee(const Place &Of, clang::QualType To);
  Value unaryValue(const clang::UnaryOperator *U);
  Place increment(const clang::UnaryOperator *U, Value *Old);
  Place assignment(const clang::BinaryOperator *B);
  Value binaryValue(const clang::BinaryOperator *B);
  ExprP arithmetic(clang::BinaryOperatorKind Op, ExprP A, ExprP B, clang::SourceRange R);
  bool changedSince(const Env &Before, const Env &After, size_t FirstNew) const;
  Value logical(const clang::BinaryOperator *B);
  Value conditionalValue(const clang::AbstractConditionalOperator *C, const clang::CastExpr *Loaded = nullptr);
  ExprP sameHandle(const Value &A, const Value &B, bool Equal, clang::SourceRange R);
  void listMembers(const Place &P, const clang::RecordDecl *R, const clang::InitListExpr *L);
  ExprP convert(ExprP E, ScalarType T) { return castTo(T, std::move(E)); }
  void compared(const Value &Kernel);
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXPRESSIONS_H
