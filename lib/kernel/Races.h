//===- lib/kernel/Races.h - work-items that do not wait for each other -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_KERNEL_RACES_H
#define PERSISTIFY_LIB_KERNEL_RACES_H

#include "Access.h"
#include "CallTree.h"
#include "Parse.h"
#include "persistify/Kernel.h"
#include <vector>

namespace persistify::kernel {

/// Pairs of plain accesses in kernel \p F, one of them a write, by which two work-items of one launch are known to come to the
/// same element with nothing between them that orders them. What is not known is none.
std::vector<KernelRace> findRaces(const ParsedSource &P, const clang::FunctionDecl *F, const CallTree &Tree);

} // namespace persistify::kernel

#endif // PERSISTIFY_LIB_KERNEL_RACES_H
