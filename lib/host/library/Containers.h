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

/// Interprets calls of containers, owners and strings.
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

  /// The elements of a container as a C array; no place if their number is unknown.
  Place contents(Place V);
  /// The first element of a vector of unknown length, as an array in device memory.
  Place firstElement(const Place &V, clang::SourceRange R);
  /// The vector that a call returns, which X is: an object of its own.
  std::optional<Place> returnedVector(clang::QualType T, const clang::Expr *X);
  /// To = From, or the construction of \p To, which has no elements yet.
  void copyVector(const Place &To, const Place &From, clang::SourceRange R);
  /// Number of elements, where the region may rely on it.
  std::optional<uint64_t> length(const Place &V);
  /// Whether the vector \p V from outside is seen to have no elements where the loop is reached: then the region is entered only if
  /// that is so. \p Data: what data() gives must be null as well.
  bool emptyOnEntry(const Place &V, bool Data);
  /// size() and the like.
  Value containerSize(const Place &V, clang::SourceRange R);
  /// What a smart pointer from outside points to, which the region does not change.
  Place smartPointee(const Place &P, clang::SourceRange R);
  /// Element I of a pair, tuple or array.
  Place tupleElement(Place T, unsigned I, clang::SourceRange R);
  /// A call of a method of the library's classes; none if \p F is no such.
  std::optional<Value> containerCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  /// The value of an operand: also of one that is passed by reference.
  Value operand(const clang::Expr *E);
  /// Elements First <= i < Last of one array, as places; false if they are not
  /// known or too many to treat one by one.
  bool elementsBetween(const clang::Expr *First, const clang::Expr *Last, std::vector<Place> &To);
  /// Constructs the object P of a library type. False if C is no known constructor.
  bool construct(const Place &P, const clang::CXXConstructExpr *C);
  /// The region is entered only if Test holds of the object that P designates.
  void requireOf(const Place &P, const std::string &Test, const std::string &Reason);
  /// A pointer that the generated code looks behind is a good one, and so are those before it on the way: the loop may
  /// not come by it.
  void requireTarget(const Object &O);
  /// To bind what O's pointer designates, the generated code reads that pointer; so all before it on the way are good.
  /// (That O's own is a good one, the runtime finds out.)
  void requireWay(const Object &O);
  /// A host value that the generated code computes in front of the region.
  Value inputValue(const Place &P, const char *Name, const char *Type, ScalarType T, const std::string &Text);
  Value inputValue(const std::string &Name, const char *Type, ScalarType T, const std::string &Text,
                   clang::SourceRange R);
  /// The text of a constant std::string or char array.
  Value stringValue(const clang::Expr *E);
  /// P becomes T(): zero, null, or what the class's own constructor makes.
  void valueInitialise(const Place &P, clang::SourceRange R);

  std::map<std::string, unsigned> Inputs; ///< text computed by the host -> variable
  std::vector<Place> Asked; ///< what such texts are about

private:
  /// The element or part \p To of a container becomes \p X, which stands for a parameter of its constructor.
  void giveElement(const Place &To, const clang::Expr *X, clang::SourceRange R);
  /// Constructs a pair or a tuple; false if it cannot be told how.
  bool constructTuple(const Place &P, const clang::CXXConstructExpr *C);
  /// Constructs a vector, whose length must be known or made of the program's numbers.
  void constructVector(const Place &P, const clang::CXXConstructExpr *C);
  /// Whether the list of events \p V, which is the host's, has as many elements all the time as it has on entry, where that is seen.
  bool keepsLength(const Place &V);
  /// How many elements an outside container is seen to have on entry: a guess.
  std::optional<uint64_t> lengthOnEntry(const Place &V);
  /// V[Index], or V.at(Index) if Checked.
  Place containerElement(const Place &V, ExprP Index, bool Checked, clang::SourceRange R);
  /// A vector of the region with many scalars, or with a number of them that is not known:
  /// copies of the elements of \p Other, if that is valid, of the value \p X or zeros.
  void makeElements(const Place &V, const ExprP &Count, const Place &Other, const clang::Expr *X, clang::SourceRange R);
  /// Whether the variables for a small vector, if there are any, are as many: one declaration
  /// may be met with another length.
  bool keepsLength(const Place &V, uint64_t N) const;
  /// v.resize(n), v.assign(n, x): the length stays as it is, or the vector is the region's and
  /// was empty. False if it is none of that.
  bool resize(const Place &V, library::Does What, llvm::ArrayRef<const clang::Expr *> Args, clang::SourceRange R);
  /// A pointer to where the elements of a vector or array begin or end; nothing if \p What is something else.
  std::optional<Value> containerEnd(const Place &V, library::Does What, clang::SourceRange R);
  /// The value under a constant key of a map from outside, which must be there. \p Makes: the
  /// call makes it if it is not, as the host will where the map is its own.
  Place mapElement(Place M, const clang::Expr *Key, clang::SourceRange R, bool Makes = false);
  /// Refuses a call that has no model.
  Value noModel(const MethodCall &M);
  /// Methods of iterators.
  Value iteratorCall(const MethodCall &M);
  /// Methods of strings.
  Value textCall(const MethodCall &M);
  /// Of a std::function.
  Value functionCall(const MethodCall &M);
  /// Of a std::vector, std::array or std::deque.
  Value sequenceCall(const MethodCall &M, const Place &P);
  /// assign() of a vector.
  Value assignVector(const MethodCall &M, const Place &P);
  /// Methods of maps.
  Value mapCall(const MethodCall &M, const Place &P);
  /// Of a smart pointer; of one that owns a handle, it is that.
  Value ownerCall(const MethodCall &M, Place P);
  /// Of a std::initializer_list.
  Value listCall(const MethodCall &M, const Place &P);
  /// Free functions of the library over ranges and tuples.
  std::optional<Value> libraryCall(const clang::FunctionDecl *F, const clang::CallExpr *C);
  /// Operators of iterators, strings and smart pointers.
  std::optional<Value> libraryOperator(const clang::CXXOperatorCallExpr *C);
  /// std::size, begin, end or data of a container or an array.
  std::optional<Value> endsOf(library::Does What, const clang::CallExpr *C);
  /// std::min({...}) and std::max({...}) of numbers.
  std::optional<Value> listExtreme(library::Does What, const clang::CallExpr *C);
  /// Assignment of a tuple or pair; std::tie(...) = ... assigns the variables.
  std::optional<Value> assignTuple(const clang::Expr *To, const clang::Expr *From, clang::SourceRange R);

  std::map<const clang::ValueDecl *, bool> KeepsLength; ///< in the loop, by its name
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_CONTAINERS_H
