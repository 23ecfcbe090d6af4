//===- lib/kernel/Guards.h - which work-items a kernel sends away at once --===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_GUARDS_H
#define PERSISTIFY_LIB_KERNEL_GUARDS_H

#include "persistify/Kernel.h"
#include "clang/AST/Decl.h"

namespace persistify::kernel {

/// The bounds, by dimension, that a guard at the beginning of kernel \p F, `if (id >= n) return;` or
/// `if (id < n) { all of it }`, gives the ids of the items that do anything.
void findItemBounds(const clang::FunctionDecl *F, std::optional<ItemBound> (&Bounds)[3]);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_GUARDS_H
