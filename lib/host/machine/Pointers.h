//===- Pointers.h - pointers that ways set otherwise ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_POINTERS_H
#define PERSISTIFY_LIB_HOST_POINTERS_H

#include "LoweringPart.h"

namespace persistify::host {

/// Pointers that may have several targets: a variable of the region says which.
class Pointers : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// The pointer \p Key holds \p V from here on.
  void holdPointer(const std::string &Key, const Value &V, clang::SourceRange Rg);
  /// What a pointer holds where two ways join, if a variable tells on both.
  std::optional<Value> joinedPointers(const Value &A, const Value &B) const;
  /// Where a pointer points to now that holds \p V.
  Value oneOfTargets(const Value &V);

  std::map<std::string, unsigned> TargetNumbers,
      TargetOf; ///< of PointerTargets; leaf of a pointer -> variable with the number

private:
  /// The number of the target P; null if it has none.
  ExprP targetNumber(const Place &P);
  ExprP targetNumber(const Value &V);

  std::vector<Place> PointerTargets; ///< by number, from 1
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_POINTERS_H
