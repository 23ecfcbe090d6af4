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

class Pointers : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void holdPointer(const std::string &Key, const Value &V, clang::SourceRange Rg);
  std::optional<Value> joinedPointers(const Value &A, const Value &B) const;
  Value oneOfTargets(const Value &V);
  std::map<std::string, unsigned> TargetNumbers,
      TargetOf; ///< of PointerTargets; leaf of a pointer -> variable with the number

private:
  ExprP targetNumber(const Place &P);
  ExprP targetNumber(const Value &V);
  std::vector<Place> PointerTargets; ///< by number, from 1
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_POINTERS_H
