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

/// Interprets objects and methods of the C++ wrapper.
class Wrapper : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Whether \p T is a class that holds a handle.
  bool isWrapped(clang::QualType T) const;
  /// Whether copies, moves and destruction of a class are those of its members.
  bool memberwise(const clang::CXXRecordDecl *RD) const;
  /// Whether destroying an object does nothing but release wrapped handles.
  bool releasesOnly(clang::QualType T) const;
  /// The object that X is, or that the pointer X points to.
  Place objectPlace(const clang::Expr *E);
  /// The handle that X is, or that the wrapper object X holds.
  Value object(const clang::Expr *E);
  /// obj() and obj.get().
  Value rawHandle(const ApiCall &C);
  /// The queue that a call without one means.
  Value defaultQueue(clang::SourceRange R);
  /// cl::Local(size).
  Value localSize(const ApiCall &C);
  /// functor(cl::EnqueueArgs(...), arguments...): sets them all and launches.
  Value functor(ApiCall C);
  /// Sets an argument to the value of \p X.
  void setArgValue(const Value &K, ExprP Index, const clang::Expr *X, const ApiCall &C);
  /// Sets an argument to what \p P holds.
  void setArgPlace(const Value &K, ExprP Index, const Place &P, const clang::Expr *X, const ApiCall &C);
  /// Sizes of a launch from cl::NDRange objects.
  bool ranges(const Place &Offset, const Place &Global, const Place &Local, Stmt &S, clang::SourceRange R);
  /// Copies a range of sizes.
  void storeRange(const Place &To, const Place &From, clang::SourceRange R);
  /// Initialises an object of the wrapper's classes. False if P is none.
  bool initializeWrapper(const Place &P, const clang::Expr *Init);
  /// Methods of plain wrapper objects, and assignments.
  std::optional<Value> wrapperMethod(const clang::CXXMethodDecl *M, const clang::CallExpr *C);
  /// A blocking transfer of the elements between two iterators (pointers).
  void copyElements(const ApiCall &C);

private:
  /// The part of a wrapper object that \p M names.
  Place member(const Place &P, ApiMember M);
  /// The cl::EnqueueArgs that X is. One from outside the region that is made of what
  /// cannot have changed is made again, so that its sizes may be constants; the private
  /// members of others are read where the program allows it.
  Place enqueueArgs(const clang::Expr *E);
  /// Number of dimensions of a cl::NDRange.
  ExprP rangeDims(const Place &P);
  /// A move leaves null handles behind.
  void moveFrom(const Place &P, clang::SourceRange R);
  /// Copies or moves the object From into To.
  void transferObject(const Place &To, const Place &From, bool Move, clang::SourceRange R);
  /// Constructs an object of \p Class.
  void constructWrapper(const Place &P, const clang::CXXConstructExpr *C, ApiType Class);

  std::map<std::string, unsigned> RangeDims; ///< cl::NDRange outside -> its dimensions
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_WRAPPER_H
