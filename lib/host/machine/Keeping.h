//===- Keeping.h - values that outlive the moment they are computed in ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_KEEPING_H
#define PERSISTIFY_LIB_HOST_KEEPING_H

#include "LoweringPart.h"

namespace persistify::host {

/// Keeps values for later use: in variables of their own, or as they were.
class Keeping : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Places, or kernels, that one expression may designate.
  static constexpr unsigned MostChoices = 16;

  Place pinned(Place P);
  Value pinned(Value V);
  /// The value of E now, in a variable that nothing else assigns.
  ExprP pinned(ExprP E, const char *Name);
  /// A variable of the region that one statement assigns.
  unsigned pinnedVariable(std::string Name, ScalarType T);
  Value kept(Value V, size_t From);
  Place kept(Place P, size_t From);
  /// What E was in front of statement From of this list.
  ExprP kept(ExprP E, size_t From, const char *Name = "value");
  /// All values that an integer may have, if they are few: parities, choices, and
  /// variables that take only such values. A negative remainder is left out: what
  /// depends on the values must allow for another one.
  bool values(const ExprP &E, std::set<uint64_t> &To) const;
  /// \p P without its other choices.
  static Place first(Place P);
  /// The choices of A while C holds, then those of B.
  Place choose(ExprP C, const Place &A, const Place &B);
  /// Element Index + Shift of N. Those that the index never names are not looked at.
  Place oneOf(const ExprP &Index, uint64_t N, uint64_t Shift, const clang::Expr *Spelled, clang::SourceRange R,
              llvm::function_ref<Place(uint64_t)> At, bool Guess = false);
  /// Whether a pointer to P is not null whatever the program does: neither P nor any of its
  /// choices is what some pointer points to.
  bool isObject(const Place &P) const;
  /// Whether an outside pointer is not null: that of an argument that calls leave out, say. What
  /// it points to is a variable of the generated code then, which nobody looks at.
  std::optional<ExprP> given(const Value &V);
  /// Whether pointers to A and B are equal, if it can be told.
  std::optional<ExprP> samePlace(const Place &A, const Place &B) const;
  /// A pointer that is dereferenced: it is not null then.
  Value pointerOf(const clang::Expr *E);
  /// C ? A : B for values without side effects.
  Value chosen(ExprP C, const Value &A, const Value &B, clang::SourceRange R);

  std::map<int, std::string> Spared; ///< objects that given() has a variable for, with the pointers to them
  std::set<unsigned> PinnedVars; ///< variables that hold an index or condition for good
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_KEEPING_H
