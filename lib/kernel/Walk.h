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

/// The condition that decides what of \p S is executed, or how often; null if there is none.
inline const clang::Expr *conditionOf(const clang::Stmt *S) {
  if (const auto *I = llvm::dyn_cast<clang::IfStmt>(S))
    return I->getCond();
  if (const auto *L = llvm::dyn_cast<clang::ForStmt>(S))
    return L->getCond();
  if (const auto *L = llvm::dyn_cast<clang::WhileStmt>(S))
    return L->getCond();
  if (const auto *L = llvm::dyn_cast<clang::DoStmt>(S))
    return L->getCond();
  if (const auto *W = llvm::dyn_cast<clang::SwitchStmt>(S))
    return W->getCond();
  return nullptr;
}

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_WALK_H
