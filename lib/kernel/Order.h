//===- lib/kernel/Order.h - results that depend on the order of atomics ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that add to a counter leave the same sum in any order. One that uses
// what the counter was, to find its place in a list, leaves another list.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_ORDER_H
#define PERSISTIFY_LIB_KERNEL_ORDER_H

#include "Access.h"
#include "CallTree.h"

namespace persistify::kernel {

/// Whether what \p Kernel leaves may depend on the order in which its work-items come
/// to its atomics. Not if, of all memory that atomics change, each piece is changed by
/// integer operations of one kind that come out the same in any order, without use of
/// their results, and read by nothing else in the kernel (local memory: but by plain
/// reads, which a barrier of the group has to separate anyway).
bool dependsOnOrder(const clang::FunctionDecl *Kernel, const CallTree &Tree, AccessAnalysis &Accesses);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_ORDER_H
