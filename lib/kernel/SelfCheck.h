//===- lib/kernel/SelfCheck.h - generated phases are parsed again ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_SELFCHECK_H
#define PERSISTIFY_LIB_KERNEL_SELFCHECK_H

#include "CallTree.h"
#include "Parse.h"
#include "persistify/Kernel.h"

namespace persistify::kernel {

/// Parses the phases of \p Kernels behind the source they come from, with and
/// without surplus items, and looks for what must not be left in them. What is wrong
/// becomes a problem of the kernel (or makes it unsafe with surplus items).
void checkPhases(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree,
                 llvm::MutableArrayRef<KernelSummary> Kernels, llvm::ArrayRef<const clang::FunctionDecl *> Definitions);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_SELFCHECK_H
