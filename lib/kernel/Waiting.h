//===- lib/kernel/Waiting.h - loops that wait for other groups -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule K3. A resident group runs one virtual group after the other, so a loop
// that ends only when another group has written something may wait for a group
// that comes after it. A kernel with such a loop runs only where each of its
// groups has a resident group of its own. The question asked of each loop: is
// there an exit that the loop's own work brings about (an induction, a chain of
// loads, a retried compare-and-swap), or do all exits depend on memory that
// others change?
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_WAITING_H
#define PERSISTIFY_LIB_KERNEL_WAITING_H

#include "Access.h"
#include "CallTree.h"

namespace persistify::kernel {

struct WaitingLoop {
  const clang::Stmt *Loop = nullptr; ///< null: there is none
  /// A compiler may read what the loop waits for once: neither volatile nor
  /// atomic, and no fence in the loop.
  bool ReadOnce = false;
};

/// The first loop below \p Kernel that waits for other groups, but those of \p Known;
/// one that may read only once in front of the others.
WaitingLoop findWaitingLoop(const clang::FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses,
                            const std::set<const clang::Stmt *> &Known = {});

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_WAITING_H
