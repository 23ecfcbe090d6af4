//===- lib/kernel/OwnBarrier.h - barriers between groups, by hand ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does to make its work-groups wait for each other, as a helper or
// among its own statements. Two kinds are known by what they do.
//
// A counter (CounterBarrier.cpp): between work-group barriers one item of each group
// announces its group by an atomic and then waits for something that is true for
// every group once all have announced themselves.
//
//   one that only grows    add(c); while (c < goal);        the goal is the same for all groups
//   one that starts again  if (add(c) == groups - 1) { c = 0; change r; } else while (r as before);
//
// A flag for each group (FlagBarrier.cpp): only ids decide who does what to which.
//
//   goals       in[group] = goal; while (in[g] != goal); out[g] = goal; while (out[group] != goal);
//   two values  f[group] = 1; while (f[g] == 0); f[g] = 0; while (f[group] != 0);
//
// The user may name other helpers, whatever they do, by `#pragma persistify barrier`
// in front of them.
//
// In a copy the waits are left out, and persistify's own barrier follows the call, or
// the last work-group barrier: everything else stays as it is, so that the barrier's
// memory holds what the original would leave. This is sound only if all groups come to
// it equally often, so all that controls it must be the same for all groups. Nothing
// else may touch its memory. Of a helper that the user named nothing is left, and its
// memory stays as it was.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_OWNBARRIER_H
#define PERSISTIFY_LIB_KERNEL_OWNBARRIER_H

#include "Access.h"
#include "CallTree.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace persistify::kernel {

/// The barriers of one kernel.
struct OwnBarriers {
  /// In the kernel itself, each a statement: calls of helpers, and the work-group barriers
  /// with which others end.
  std::set<const clang::CallExpr *> Calls;
  std::set<const clang::Stmt *> Waits;     ///< what copies leave out
  /// The statements of each barrier that the kernel has among its own.
  std::vector<llvm::SmallVector<const clang::Stmt *, 8>> Written;
  std::set<const clang::Stmt *> Expanded;  ///< statements of the kernel that macros make, each with one of Calls
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

/// Variables of \p Kernel that tell group or sizes, used by the barrier \p Written, and the queries that they are
/// set to: who arrives for another group asks them again.
llvm::MapVector<const clang::VarDecl *, const clang::Expr *> askedAgain(const clang::FunctionDecl *Kernel,
                                                                        llvm::ArrayRef<const clang::Stmt *> Written);

/// \p E, or what the variable that it names was set to once and for all.
const clang::Expr *settled(const clang::FunctionDecl *F, const clang::Expr *E);
/// Whether \p E is the number of work-groups in dimension 0.
bool isNumGroups(const clang::FunctionDecl *F, const clang::Expr *E);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_OWNBARRIER_H
