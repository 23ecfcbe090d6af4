//===- Exchanges.h - pointers to buffer handles that a loop exchanges ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_EXCHANGES_H
#define PERSISTIFY_LIB_HOST_EXCHANGES_H

#include "LoweringPart.h"

namespace persistify::host {

/// Pointers to handles, or to arrays of numbers, that the loop exchanges.
class Exchanges : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// An outside pointer to a buffer handle, or to an object with some.
  bool exchanges(const Place &P) const;
  /// What a pointer of the exchange points to now.
  std::optional<Value> exchanged(const Place &P, clang::SourceRange R);
  /// Pointer P of the exchange gets value V. False if it is no such pointer.
  bool exchange(const Place &P, const Value &V, clang::SourceRange R);
  /// Whether the targets are numbers, not handles.
  bool exchangesNumbers() const;
  /// Whether the pointer with this text is one of those.
  bool isExchanged(const std::string &Pointer) const;
  /// Smart pointers to objects change places. False if they are none.
  bool swapOwners(const Place &A, const Place &B, clang::SourceRange R);
  /// Outside vectors of numbers change places: those that they are on entry are the targets. False if they are none, or cannot.
  bool swapVectors(const Place &A, const Place &B, clang::SourceRange R);
  /// The vector that has the elements of \p V now: another one, where the loop exchanges it.
  Place vectorNow(const Place &V);
  /// Whether the loop exchanges the vector at \p P.
  bool isExchangedVector(const Place &P) const;
  /// How the host names the pointer at \p P.
  PointerLvalue pointerLvalue(const Place &P) const;
  /// The handles, or those that a member of the objects is, as slots.
  unsigned exchangeSlots(const Place &P);
  /// A scalar member of the object that a pointer of the exchange points to: of one
  /// target, or another one.
  Place exchangedMember(const Place &P, clang::SourceRange R);
  /// Makes the variables that say which target each pointer has.
  void beginExchange();
  /// Says what the host sets the pointers to behind the region.
  void endExchange();

  int ExchangeObj = -1; ///< stands for Exchanged.Targets as an array

private:
  /// Number of the target that P is, as an expression; null if it is none.
  ExprP targetOf(const Place &P, clang::SourceRange R);
  /// "(*p)", if P is the first number of what the outside pointer p leads to on entry.
  std::string arrayTarget(const Place &P);
  /// The array of numbers that \p Target, as arrayTarget() names it, is.
  Place targetArray(const std::string &Target, clang::SourceRange R);
  /// The outside object, perhaps the loop's own *this, in which the pointer or vector of \p E lies.
  Place rootOf(const Exchange::Event &E);
  /// Whether vectors like that at \p P may change places.
  bool exchangesVector(const Place &P) const;
  /// What the exchanged vector \p V is on entry, is a target. False where the lowering starts again with it.
  bool hasTarget(const Place &V);
  /// The vector that \p Target, "(*v)", is on entry: an object of its own, which no exchange changes.
  Place targetVector(const std::string &Target, clang::SourceRange R);
  /// Index variable of a pointer, in a local variable of the generated code.
  unsigned exchangeIndex(const std::string &Pointer);
  /// The type of the targets.
  clang::QualType exchangedType() const;
  /// A pointer that is exchanged may be another one that is exchanged or followed, by way of
  /// references and pointers; and it may lie in what another one points to.
  void checkPointers();

  std::map<std::string, unsigned> ExchangeVars; ///< pointer -> its target's index
  std::map<std::string, int> ExchangeObjects; ///< text of a target -> the object, for its scalars or elements
  std::set<int> OnEntry; ///< those of them that are vectors as they are on entry
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXCHANGES_H
