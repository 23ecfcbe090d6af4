//===- lib/kernel/Summary.h - from AST to KernelSummary --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_SUMMARY_H
#define PERSISTIFY_LIB_KERNEL_SUMMARY_H

#include "CallTree.h"
#include "Parse.h"
#include "persistify/Kernel.h"

namespace persistify::kernel {

/// Appends the kernels of \p P in source order, and their definitions.
void summariseKernels(const ParsedSource &P, const CallTree &Tree, unsigned Source, std::vector<KernelSummary> &Out,
                      std::vector<const clang::FunctionDecl *> &Definitions);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_SUMMARY_H
