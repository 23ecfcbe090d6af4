//===- lib/kernel/Waiting.h - loops that wait for other groups -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule K3. A resident group runs one virtual group after the other, so a loop
// that ends only when another group has written something may wait for a group
// that comes after it. The question asked of each loop: is there an exit that
// the loop's own work brings about (an induction, a chain of loads, a retried
// compare-and-swap), or do all exits depend on memory that others change?
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_WAITING_H
#define PERSISTIFY_LIB_KERNEL_WAITING_H

#include "Access.h"
#include "CallTree.h"

namespace persistify::kernel {

/// The first loop below \p Kernel that waits for other groups, or null.
const clang::Stmt *findWaitingLoop(const clang::FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_WAITING_H
