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

class Exchanges : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  bool exchanges(const Place &P) const;
  std::optional<Value> exchanged(const Place &P, clang::SourceRange R);
  bool exchange(const Place &P, const Value &V, clang::SourceRange R);
  bool exchangesNumbers() const;
  bool isExchanged(const std::string &Pointer) const;
  bool swapOwners(const Place &A, const Place &B, clang::SourceRange R);
  PointerLvalue pointerLvalue(const Place &P) const;
  unsigned exchangeSlots(const Place &P);
  Place exchangedMember(const Place &P, clang::SourceRange R);
  void beginExchange();
  void endExchange();
  int ExchangeObj = -1; ///< stands for Exchanged.Targets as an array

private:
  ExprP targetOf(const Place &P, clang::SourceRange R);
  std::string arrayTarget(const Place &P);
  Place targetArray(const std::string &Target, clang::SourceRange R);
  unsigned exchangeIndex(const std::string &Pointer);
  clang::QualType exchangedType() const;
  void checkPointers();
  std::map<std::string, unsigned> ExchangeVars; ///< pointer -> its target's index
  std::map<std::string, int> ExchangeObjects; ///< text of a target -> the object, for its scalars
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_EXCHANGES_H
