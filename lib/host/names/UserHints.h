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

/// What the user said in hints.
class UserHints : public LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// The kernel that a hint names for the handle; empty if none does.
  std::string hintedKernel(llvm::StringRef Text, const clang::Expr *Spelled) const;
  /// What a call is that a hint allows to drop; none if it is none.
  std::optional<Value> hintedDrop(const clang::CallExpr *C);
  /// Buffers that hints call distinct.
  void hintedDistinct();
  /// Dropped functions may not change what the loop uses.
  void checkDropped();

private:
  /// Functions of dropped calls.
  llvm::MapVector<const clang::FunctionDecl *, const clang::CallExpr *> DroppedBodies;
};

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_USERHINTS_H
