//===- lib/kernel/Branched.h - barriers under conditions -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some compilers for CPUs copy all that stands behind a barrier that is not passed on every
// path: in a persistent kernel that is much more than in the program's own.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_BRANCHED_H
#define PERSISTIFY_LIB_KERNEL_BRANCHED_H

#include "CallTree.h"

namespace persistify::kernel {

/// How many work-group barriers a call of \p Kernel has in branches, or behind a branch that leaves the function or
/// the loop, each call of a function counted. Loops alone are no branches. At most 1000.
unsigned branchedBarriers(const clang::FunctionDecl *Kernel, const CallTree &Tree);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_BRANCHED_H
