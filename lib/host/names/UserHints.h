//===- UserHints.h - what the user's hints change in lowering ------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_USERHINTS_H
#define PERSISTIFY_LIB_HOST_USERHINTS_H

#include "LoweringPart.h"

namespace persistify::host {

class UserHints : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  std::string hintedKernel(llvm::StringRef Text, const clang::Expr *Spelled) const;
  std::optional<Value> hintedDrop(const clang::CallExpr *C);
  void hintedDistinct();
  void checkDropped();

private:
  llvm::MapVector<const clang::FunctionDecl *, const clang::CallExpr *> DroppedBodies;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_USERHINTS_H
