//===- lib/kernel/Walk.h - plain walks over statements ---------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_WALK_H
#define PERSISTIFY_LIB_KERNEL_WALK_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace persistify::kernel {

/// Visits \p S and everything below it that is evaluated (not the operand of
/// sizeof), parents first. \p Visit returns false to skip what is below.
inline void walk(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Visit) {
  if (!S || !Visit(S))
    return;
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(S))
    return;
  for (const clang::Stmt *Child : S->children())
    walk(Child, Visit);
}

/// Whether \p Pred holds for \p S or something below.
inline bool anyOf(const clang::Stmt *S, llvm::function_ref<bool(const clang::Stmt *)> Pred) {
  bool Found = false;
  walk(S, [&](const clang::Stmt *X) {
    if (!Found && Pred(X))
      Found = true;
    return !Found;
  });
  return Found;
}

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_WALK_H
