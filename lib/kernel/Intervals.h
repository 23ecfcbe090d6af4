//===- lib/kernel/Intervals.h - loads and stores between barriers ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_INTERVALS_H
#define PERSISTIFY_LIB_KERNEL_INTERVALS_H

#include "Access.h"
#include "Flow.h"

namespace persistify::kernel {

class UniformAnalysis;

/// The control flow of one function, cut at its barriers.
class Intervals {
public:
  Intervals(const clang::FunctionDecl *F, UniformAnalysis &All);

  /// Whether no store to \p Where can happen between the barriers around the
  /// load \p At: then all items read the same value, whenever they read it.
  /// \p OfGroups: between barriers of all groups, for memory that they share.
  bool stable(const clang::Expr *At, const Roots &Where, bool OfGroups = false);

  /// Whether, on each way from a barrier (or the kernel's begin) to the load \p At that has a store to \p Where, each item
  /// has stored the same constant there by itself, and nobody stores anything else: then all items read that constant.
  bool storedByEach(const clang::Expr *At, const Roots &Where);

private:
  /// A variable, or an element of an array or behind a parameter.
  struct Element {
    const clang::VarDecl *V = nullptr;
    uint64_t Index = 0;
    bool operator==(const Element &O) const { return V == O.V && Index == O.Index; }
  };
  Flow::Place behind(const clang::Stmt *S) const {
    const Flow::Place At = Graph.find(S);
    return {At.Block, At.Index + 1};
  }
  bool storesTo(const Roots &Where, std::set<const clang::Stmt *> &Stores);
  Element elementOf(const clang::Expr *L) const;
  bool reaches(
      Flow::Place From, bool OfGroups, llvm::function_ref<bool(const clang::Expr *)> Target,
      llvm::function_ref<bool(const clang::Expr *)> Past = [](const clang::Expr *) { return false; });

  const clang::FunctionDecl *F;
  UniformAnalysis &All;
  const Flow &Graph;
};

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_INTERVALS_H
