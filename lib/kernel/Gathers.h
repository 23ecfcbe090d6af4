//===- lib/kernel/Gathers.h - loops that wait for memory -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop like
//
//   for (e = row[v]; e < row[v + 1]; ++e) sum += share[col[e]];
//
// waits for memory, and a compiler that unrolls it has the loads of several trips
// under way at once: the more, the more registers it has. Branches and stores in the
// loop forbid that, and then registers are better spent on more work-items.
//
// Where memory says how many trips a loop makes, the work-item with most of them decides,
// one load after the other. Others that share its first-level cache then help it more
// than they would on a multiprocessor of their own.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_GATHERS_H
#define PERSISTIFY_LIB_KERNEL_GATHERS_H

#include "CallTree.h"

namespace persistify::kernel {

/// The first loop below \p Kernel that only reads memory and computes, without
/// branches or loops in it; null if there is none.
const clang::Stmt *findGatherLoop(const clang::FunctionDecl *Kernel, const CallTree &Tree);

/// The first loop below \p Kernel whose condition reads memory, or a variable that was
/// set to what memory held.
const clang::Stmt *findUnevenLoop(const clang::FunctionDecl *Kernel, const CallTree &Tree);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_GATHERS_H
