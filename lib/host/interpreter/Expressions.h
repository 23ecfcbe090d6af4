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

/// Interprets expressions.
class Expressions : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Those of the object of this frame.
  void initializeMembers(const clang::CXXConstructorDecl *D);
  /// Evaluates \p E, with its effects; Unknown after a refusal.
  Value rvalue(const clang::Expr *E);
  /// What the lvalue \p E designates; an invalid place after a refusal.
  Place lvalue(const clang::Expr *E);
  /// In a member's own initialiser `this` is the object with the member.
  void asMember(const Place &P, llvm::function_ref<void()> Initialise);
  /// Evaluates \p E for its effects only.
  void effect(const clang::Expr *E);
  /// Evaluates \p E, which has a scalar type; null after a refusal.
  ExprP scalar(const clang::Expr *E);
  /// A controlling expression, as C tests it: compared with zero.
  ExprP condition(const clang::Expr *E);
  /// == and != of pointers and handles, as far as they are known.
  std::optional<ExprP> compareOpaque(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                                     clang::SourceRange R);
  /// Comparisons and the difference of pointers to elements of one array.
  std::optional<ExprP> withinArray(clang::BinaryOperatorKind Op, const Value &A, const Value &B);
  /// The same of elements that are leaves of their own: buffers and kernels, or objects with such.
  std::optional<ExprP> amongElements(clang::BinaryOperatorKind Op, const Value &A, const Value &B);
  /// The same of pointers that the program sets in front of the loop: how far apart they are, the host says.
  std::optional<ExprP> betweenPointers(clang::BinaryOperatorKind Op, const Value &A, const Value &B);
  /// Initialises the new object \p P.
  void initialize(const Place &P, const clang::Expr *Init);
  /// Members of the object P that its class R, or a base R of it, has become zero.
  void zeroMembers(const Place &P, const clang::RecordDecl *R);
  /// The value of an expression that is an integer constant for the compiler.
  std::optional<uint64_t> evaluate(const clang::Expr *E) const;
  /// Makes \p V, which the host has, a pointer of the region's, if \p X is a list of events: from the loop on nothing changes
  /// where it is, and the region only sets elements.
  void followList(Value &V, const clang::Expr *X);
  /// Whether \p X is a pointer to events, and no array.
  static bool leadsToEvents(const clang::Expr *X);

  bool InConstant = false; ///< in the initialiser of a constant: std::is_constant_evaluated()
  std::map<const clang::Expr *, Place> Given; ///< what made-up operands stand for

private:
  /// A call that the compiler makes: std::source_location::current(). Nothing is done when the program
  /// runs. An object that it gives may be handed on; what is in it is not known here.
  Value immediate(const clang::ConstantExpr *C);
  /// Whether an outside pointer to a function is not null, which is settled on entry.
  std::optional<ExprP> givenFunction(const clang::Expr *X);
  /// False if the constructor's definition is not to be had.
  bool ownConstructor(const Place &P, const clang::CXXConstructExpr *C);
  /// Member F of P, a reference, is bound to X.
  void bindMember(const Place &P, const clang::FieldDecl *F, const clang::Expr *X);
  /// What a member that is a reference was bound to by the region.
  std::optional<Place> referenceMember(const Place &P, const clang::FieldDecl *F);
  /// Memory is only looked at as what it is: a pointer cast to another type and
  /// dereferenced would need the bytes, not the value.
  bool viewedAs(const Place &P, clang::QualType T, clang::SourceRange R);
  /// The pointer \p Delta elements behind \p P, elements of what \p Pointer points to.
  Value moved(const Place &P, clang::QualType Pointer, ExprP Delta, clang::SourceRange R);
  /// Stores \p V, and gives \p P as it was before: its index may read what is stored.
  Place stored(const Place &P, const Value &V, clang::SourceRange R);
  /// The place of a variable, or of what a structured binding names.
  Place namedPlace(const clang::DeclRefExpr *X);
  /// The place of a member, static or not.
  Place memberPlace(const clang::MemberExpr *M);
  /// The place of an element of an array, or behind a pointer.
  Place elementPlace(const clang::ArraySubscriptExpr *A);
  /// The place of *p.
  Place pointeePlace(const clang::UnaryOperator *U);
  /// The place of c ? a : b, which must be told without doing anything.
  Place chosenPlace(const clang::ConditionalOperator *C);
  /// The place of an lvalue that is cast to another class.
  Place castPlace(const clang::CastExpr *C);
  /// A new object of type \p T that \p Init initialises.
  Place temporaryPlace(const clang::Expr *Init, clang::QualType T);
  /// No place: refuses \p X if nothing was refused yet.
  Place unknownPlace(const clang::Expr *X);
  /// A class object that \p X makes.
  Value objectValue(const clang::Expr *X);
  /// The value of GNU's ({ ... }), whose objects end with it.
  Value blockValue(const clang::StmtExpr *S);
  /// An array, or a text, as the pointer to its first element.
  Value decayed(const clang::CastExpr *C);
  /// A number in another type of number.
  Value numberCast(const clang::CastExpr *C);
  /// A pointer to another type at the same address.
  Value bitCast(const clang::CastExpr *C);
  /// A pointer or reference to a base that is taken to be one of the object around it; nothing if it is not seen to be.
  std::optional<Value> toDerived(const clang::CastExpr *C);
  /// Initialises an array, union or class object by a list in braces; false if \p P is none of these.
  bool initializeList(const Place &P, const clang::InitListExpr *L);
  /// All of \p P becomes zero.
  void initializeZero(const Place &P, const clang::ImplicitValueInitExpr *Init);
  /// Initialises the class object \p P.
  void initializeByConstructor(const Place &P, const clang::CXXConstructExpr *C);
  /// A cast, by its kind.
  Value castValue(const clang::CastExpr *C);
  /// What the void pointer behind \p Of points to, which the program takes to be a \p To.
  Value typedPointee(const Place &Of, clang::QualType To);
  /// An operator with one operand.
  Value unaryValue(const clang::UnaryOperator *U);
  /// ++ and --: the place, and if wanted the value it had before.
  Place increment(const clang::UnaryOperator *U, Value *Old);
  /// = and its compound forms: the place that was assigned, as it was designated before.
  Place assignment(const clang::BinaryOperator *B);
  /// An operator with two operands.
  Value binaryValue(const clang::BinaryOperator *B);
  /// One operator on operands of its computation type. A division by zero would
  /// trap on the host: it must reach the original loop.
  ExprP arithmetic(clang::BinaryOperatorKind Op, ExprP A, ExprP B, clang::SourceRange R);
  /// && and ||: the right side is evaluated only if it must be; if that has side
  /// effects, they go under an if.
  /// Whether an operand did something that leaves no statement: a pointer was set, an
  /// argument of a variadic function taken. Objects from FirstNew on are its own.
  bool changedSince(const Env &Before, const Env &After, size_t FirstNew) const;
  /// && and ||: the right side is evaluated only if it must be; if that has side effects, they go under an if.
  Value logical(const clang::BinaryOperator *B);
  /// c ? a : b. Loaded is the lvalue-to-rvalue conversion around it, if any.
  Value conditionalValue(const clang::AbstractConditionalOperator *C, const clang::CastExpr *Loaded = nullptr);
  /// Whether two buffer handles (or null) are the same, or if not \p Equal different.
  ExprP sameHandle(const Value &A, const Value &B, bool Equal, clang::SourceRange R);
  /// Members of the object \p P become what \p L gives them.
  void listMembers(const Place &P, const clang::RecordDecl *R, const clang::InitListExpr *L);
  /// \p E in type \p T.
  ExprP convert(ExprP E, ScalarType T) { return castTo(T, std::move(E)); }
  /// Guards look at \p Kernel, even if the region does not launch it.
  void compared(const Value &Kernel);
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXPRESSIONS_H
