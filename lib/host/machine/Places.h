//===- Places.h - objects, and which part of one an lvalue names ---------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_PLACES_H
#define PERSISTIFY_LIB_HOST_PLACES_H

#include "LoweringPart.h"

namespace persistify::host {

/// Objects, and the places in them.
class Places : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// What kind of leaf, or of object with parts, something of type \p T is.
  LeafKind classify(clang::QualType T) const;
  /// The type of the region for \p T; none if \p T is no scalar that a device has alike.
  std::optional<ScalarType> scalarType(clang::QualType T) const;
  /// Number of a new object of the region's own, called \p Name.
  int newObject(clang::QualType T, std::string Name);
  /// The object of a variable: a parameter or local of an expanded call, a local
  /// of the region, or a variable outside the region.
  Place objectOf(const clang::VarDecl *D);
  /// Whether the loop's file has only a declaration of class T: its members are for the functions of another file.
  bool isOpaque(clang::QualType T) const;
  /// What an outside pointer that the region does not change points to: something
  /// of type T, if that is no pointer by itself.
  Place pointee(const Place &Pointer, clang::QualType T = {});
  /// The first element of an outside array of numbers whose length only the run knows: as of one that a pointer leads to.
  Place firstOf(const Place &Array);
  /// The object of `this`, of type \p T.
  Place thisPlace(clang::QualType T);
  /// Member \p F of \p Base; an invalid place after a refusal.
  Place field(Place Base, const clang::FieldDecl *F);
  /// Base[Index], where Base is an array (or what a pointer to its first element
  /// designates). Arrays of scalars and handles are leaves with an element index;
  /// other arrays need a constant one.
  Place element(Place Base, ExprP Index, clang::SourceRange R);
  /// \p P without the choices that designate no object, where the program looks at one.
  static Place existing(Place P);
  /// Which element of \p P is meant, or what it points to, is not known.
  void unknownElement(const Place &P, clang::SourceRange R);
  /// Elements of lists of events are places with an index: for what functions get, and pointers in the region lead to. Where a
  /// call of the API names one itself, Events finds its list in the expression.
  bool EventsByIndex = false;
  /// Pointer arithmetic: the place Delta elements behind P.
  Place advance(Place P, ExprP Delta, clang::SourceRange R);
  /// The key of a leaf in Env: object and path.
  std::string key(const Place &P) const;
  /// What Foresight calls an outside place.
  std::optional<Foresight::Name> seen(const Place &P) const;
  /// C text that designates an outside place at the loop; empty if there is none.
  std::string textOf(const Place &P) const;
  /// Whether a lambda around the loop leaves what \p P names accessible; else refuses it.
  bool checkCapture(const Place &P);
  /// A new object of type \p T for an intermediate value.
  Place temporary(clang::QualType T, const char *Name);
  /// The object P as one of class Is, by a step of its own; \p Class: how the loop's function spells it.
  Place asClass(Place P, const clang::CXXRecordDecl *Is, std::string Class = "");
  /// Bytes of an Of in front of its base, or of a Base in front of itself: where a pointer to it points.
  uint64_t baseOffset(const clang::CXXRecordDecl *Of, const clang::CXXRecordDecl *Base) const;
  /// The object P, designated as a From, as the base To of that. Which class a place is taken for makes no difference, but
  /// where the whole object has several such bases.
  Place toBase(Place P, clang::QualType From, clang::QualType To);
  /// A parameter or local of the region; null if D is none. One of an outer frame is
  /// captured by a lambda.
  const Place *localObject(const clang::VarDecl *D) const;
  /// Element I of the leaf array that P names.
  std::string elementText(const Place &P, uint64_t I) const;
  /// The member that stands for the union: an array of scalars that covers it, or the first of some that are all the same.
  const clang::FieldDecl *vectorMember(clang::QualType Union) const;
  /// Whether what \p Base designates has the member F: a cast pointer may lead to another type.
  bool hasMember(const Place &Base, const clang::FieldDecl *F) const;
  /// What begins at the address of \p P and has the type \p T: (struct Base *)&derived is its first member, and the way
  /// back leads to the struct around a first member. P, if there is none.
  Place sameAddress(const Place &P, clang::QualType T);

  /// Objects of outside variables.
  std::map<const clang::VarDecl *, int> External;
  /// What outside pointers point to: objects by the pointers' texts.
  std::map<std::string, int> Pointees;
  std::vector<PointerLvalue> Followed; ///< outside pointers whose values on entry are used

private:
  /// Whether \p P is where an array's last element has its end: a pointer may point there, but there is nothing to look
  /// at.
  static bool pastEnd(const Place &P);
  /// How many of its leaves a row of an array of arrays has; 1 for anything else.
  uint64_t leavesOf(clang::QualType T) const;
  /// Elements behind an outside pointer, from what it points to on.
  std::optional<uint64_t> extentBehind(const Place &P, bool *Guess = nullptr);
  /// The element Index of an array of buffers, of which it is seen when the program runs how many there are.
  std::optional<Place> anyBuffer(const Place &P, const ExprP &Index, clang::SourceRange R);
  /// Member F of the union Base.
  Place unionMember(Place Base, const clang::FieldDecl *F);
  /// Member F of a struct that is a view of a union's array.
  Place lane(Place Base, const clang::FieldDecl *F);

  /// The object of `this` in the loop's function: one, also where what met it first was taken back.
  std::optional<Place> OwnThis;
  /// pointers -> elements behind them, and whether that is a guess
  std::map<const clang::VarDecl *, std::pair<std::optional<uint64_t>, bool>> Extents;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_PLACES_H
