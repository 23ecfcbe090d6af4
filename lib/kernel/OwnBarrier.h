//===- lib/kernel/OwnBarrier.h - barriers between groups, by hand ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A helper is a barrier between all work-groups when one item of each group, with
// work-group barriers on both sides, announces its group by an atomic and then
// waits for something that is true for every group once all have announced
// themselves. Two forms are known:
//
//   a counter that only grows    add(c); while (c < goal);        the goal is the same for all groups
//   a counter that starts again  if (add(c) == groups - 1) { c = 0; change r; } else while (r as before);
//
// The user may name others, whatever they do, by `#pragma persistify barrier` in front
// of the helper.
//
// In a copy of such a helper the wait is left out, and persistify's own barrier
// follows the call: everything else the helper does stays as it is, so that its
// memory holds what the original would leave. This is sound only if all groups
// call it equally often, so all that controls a call must be the same for all
// groups. Nothing else may touch its memory. Of a helper that the user named nothing is
// left, and its memory stays as it was.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_OWNBARRIER_H
#define PERSISTIFY_LIB_KERNEL_OWNBARRIER_H

#include "Access.h"
#include "CallTree.h"
#include <optional>

namespace persistify::kernel {

/// The barriers of one kernel.
struct OwnBarriers {
  std::set<const clang::CallExpr *> Calls; ///< in the kernel itself, each a statement
  std::set<const clang::Stmt *> Waits;     ///< the loops in helpers that copies leave out
  std::set<unsigned> Memory;               ///< the kernel's parameters that only they use
  std::set<unsigned> Groups;               ///< parameters that must be the number of groups
  std::set<const clang::FunctionDecl *> Named; ///< by the user
  bool any() const { return !Calls.empty(); }
};

/// Empty unless each wait for other groups in \p Kernel is in such a barrier.
OwnBarriers findOwnBarriers(const clang::FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses);

/// Whether \p Kernel with its barriers does the same work with any divisor of the
/// number of work-groups that it was launched with: its items take what they do by
/// strides of the whole launch, and nothing else asks which group they are in.
bool worksWithFewerGroups(const clang::FunctionDecl *Kernel, const OwnBarriers &Barriers, const CallTree &Tree,
                          AccessAnalysis &Accesses);

/// \p E, or what the variable that it names was set to once and for all.
const clang::Expr *settled(const clang::FunctionDecl *F, const clang::Expr *E);
/// Whether \p E is the number of work-groups in dimension 0.
bool isNumGroups(const clang::FunctionDecl *F, const clang::Expr *E);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_OWNBARRIER_H
