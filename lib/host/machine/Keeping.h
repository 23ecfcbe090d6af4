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

class Keeping : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Place pinned(Place P);
  Value pinned(Value V);
  ExprP pinned(ExprP E, const char *Name);
  unsigned pinnedVariable(std::string Name, ScalarType T);
  Value kept(Value V, size_t From);
  Place kept(Place P, size_t From);
  ExprP kept(ExprP E, size_t From, const char *Name = "value");
  bool values(const ExprP &E, std::set<uint64_t> &To) const;
  /// Places, or kernels, that one expression may designate.
  static constexpr unsigned MostChoices = 16;
  static Place first(Place P);
  Place choose(ExprP C, const Place &A, const Place &B);
  Place oneOf(const ExprP &Index, uint64_t N, uint64_t Shift, const clang::Expr *Spelled, clang::SourceRange R,
              llvm::function_ref<Place(uint64_t)> At, bool Guess = false);
  bool isObject(const Place &P) const;
  std::optional<ExprP> given(const Value &V);
  std::map<int, std::string> Spared; ///< objects that given() has a variable for, with the pointers to them
  std::optional<ExprP> samePlace(const Place &A, const Place &B) const;
  Value pointerOf(const clang::Expr *E);
  Value chosen(ExprP C, const Value &A, const Value &B, clang::SourceRange R);
  std::set<unsigned> PinnedVars; ///< variables that hold an index or condition for good
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_KEEPING_H
