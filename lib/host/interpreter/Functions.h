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

/// Why a call is refused of which nothing is known.
inline constexpr char UnknownEffects[] = "its effects are unknown";

/// Arguments of a call that its function takes from a list, as places and as the call spells them.
struct GivenList {
  std::vector<Place> Places;
  std::vector<const clang::Expr *> Spelled;
};
bool isList(clang::QualType T, clang::ASTContext &Ctx);

/// Interprets calls of functions and lambdas.
class Functions : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// What X, an argument of a call of \p Algorithm, calls; nothing if that is not known.
  std::optional<Algorithms::Callable> callable(const clang::Expr *X, const clang::FunctionDecl *Algorithm);
  /// The scalar that a call returns; null if it returns none.
  ExprP invoke(const Algorithms::Callable &Of, llvm::ArrayRef<Algorithms::Operand> Args, clang::SourceRange R);
  /// The one function that a callable object or function pointer holds.
  const clang::FunctionDecl *callee(const clang::Expr *E);
  /// A call of a function that is not named by the call.
  Value callKnown(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  /// Makes a closure of type T, as X says, or copies one: nothing happens if what it holds
  /// copies of is plain. Scalars that may change are kept as they are where it is made.
  bool closure(clang::QualType T, const clang::Expr *X);
  /// Any call: of the API, of the libraries, or of the program's own functions.
  Value call(const clang::CallExpr *C, bool ResultUsed);
  /// Expands a call of \p F in place. \p Left: what a compound assignment evaluates first.
  Value inlineCall(const clang::FunctionDecl *F, llvm::ArrayRef<const clang::Expr *> Args, std::optional<Place> This,
                   clang::SourceRange R, const clang::Expr *Left = nullptr);
  /// std::min, max and clamp of numbers: a reference to one of their arguments. \p AsValue:
  /// its value will do.
  std::optional<Value> oneOfArguments(const clang::Expr *X, bool AsValue);
  /// \p OfObjects: of two objects that are swapped, not by themselves.
  void swapPlaces(Place A, Place B, clang::SourceRange R, bool OfObjects = false);
  /// va_arg.
  Value variadicArgument(const clang::VAArgExpr *X);
  /// What is left of the va_list X; nothing if that is not known. (Variadic.cpp)
  std::optional<GivenList> listed(const clang::Expr *X);

  llvm::SetVector<const clang::VarDecl *> CopyCaptures; ///< captured by copy: must not change

private:
  /// Whether a lambda's captures are what they were when it was made.
  bool captured(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  /// The object that `this` is in a lambda: that of the method in which it stands.
  std::optional<Place> closureObject(const clang::CXXMethodDecl *Lambda, clang::SourceRange R);
  /// What a lambda holds copies of; null if it is not known.
  const std::map<const clang::VarDecl *, Place> *copiesOf(const clang::FunctionDecl *Lambda) const;
  /// Where OpenCL is called by a pointer, that is to be the function which it is called like.
  void requireLoaded(const clang::FunctionDecl *F);
  /// Gives an argument, or leaves it out if it is such a message that cannot be made here: then the function must
  /// not look at it. What makes it may keep it for the next time, so it is called later.
  bool giveOrLeave(const Place &Param, const clang::Expr *X);
  /// What a call of \p F gives that is not expanded, since too many calls stand one within the other; it is refused, or
  /// the original loop runs from here.
  std::optional<Value> tooDeep(const clang::FunctionDecl *F, clang::SourceRange R);
  /// Parameter \p P of the new frame becomes \p X.
  void giveParameter(Frame &New, const clang::ParmVarDecl *P, const clang::Expr *X);
  /// Argument \p I of the new frame, behind the parameters, becomes \p X.
  void giveVariadic(Frame &New, unsigned I, const clang::Expr *X);
  /// Expands \p Body in the frame \p New; \p Done is the frame as it is afterwards.
  void runBody(Frame New, const clang::CompoundStmt *Body, Frame &Done);
  /// What the call of a frame gives, if its end is reached.
  Value resultOf(const Frame &Done);
  /// What the frame's own objects are known to hold dies with it, but for those of \p Result.
  void forgetObjects(const Frame &Done, const Value &Result);
  /// A call of what a pointer or an object designates.
  Value callByPointer(const clang::CallExpr *C, bool ResultUsed);
  /// a = b of class objects that is a copy of the bytes; nothing if \p M is not that.
  std::optional<Value> trivialAssignment(const clang::CXXMethodDecl *M, const clang::CallExpr *C);
  /// Expands a call of a member function that has an object: of the one that runs, if it is virtual.
  Value callMethod(const clang::CXXMethodDecl *M, const clang::CallExpr *C);
  /// Says why a call of \p F is not modelled.
  void refuseCall(const clang::FunctionDecl *F, bool Library, clang::SourceRange R);
  /// Initializes a parameter that is no reference.
  bool giveArgument(const Place &Param, const clang::Expr *X);
  /// Functions of the standard library with a model.
  std::optional<Value> knownFunction(const clang::FunctionDecl *F, const clang::CallExpr *C);
  /// A call of one of the functions of such a table; nothing if \p C is another call.
  std::optional<Value> tableCall(const clang::CallExpr *C); // CallTables.cpp
  /// Functions of <math.h> and <cmath> (rule H10).
  std::optional<Value> mathFunction(const library::Row &Row, const clang::CallExpr *C);
  /// std::swap of two lvalues.
  void swap(const clang::Expr *A, const clang::Expr *B);
  /// Where the environment has what is next in the va_list X: a variable of a function
  /// that is being expanded, or a parameter that stands for one.
  std::string nextArgument(const clang::Expr *X, int &List);
  /// va_start, va_copy and va_end.
  std::optional<Value> variadicCall(const clang::FunctionDecl *F, const clang::CallExpr *C);

  std::map<int, size_t> ListFrames; ///< va_list -> the frame with its arguments
  /// Class of a lambda of the loop -> what it holds copies of, as it was last made.
  std::map<const clang::CXXRecordDecl *, std::map<const clang::VarDecl *, Place>> ClosureCopies;
  size_t FramesMade = 0; ///< calls that were expanded
  unsigned ScanCalls = 0; ///< calls, while scanning: what is found is a guess, and may take little time
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_FUNCTIONS_H
