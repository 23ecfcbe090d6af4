//===- lib/kernel/CopyMeaning.h - copies mean what the functions mean ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_COPYMEANING_H
#define PERSISTIFY_LIB_KERNEL_COPYMEANING_H

#include "CallTree.h"
#include "Parse.h"

namespace persistify::kernel {

/// Phases are copies of functions at the end of the source, where a pragma, a macro or a declaration in between may give
/// the same words another meaning. Each function that is copied is written there once more, word by word, and compared
/// with itself. \p Kernels stand beside \p Definitions; those with another meaning get a problem.
void checkCopies(const ParsedSource &P, const KernelSource &Source, const CallTree &Tree,
                 llvm::MutableArrayRef<KernelSummary> Kernels, llvm::ArrayRef<const clang::FunctionDecl *> Definitions);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_COPYMEANING_H
