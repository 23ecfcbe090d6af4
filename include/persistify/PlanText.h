//===- persistify/PlanText.h - plans and kernels as text --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For people, and for tests that ask what was planned (docs/region-text.md).
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_PLANTEXT_H
#define PERSISTIFY_PLANTEXT_H

#include "persistify/Plan.h"
#include "persistify/RegionText.h"
#include "persistify/RegionVerify.h"

namespace persistify {

/// The region with comments: in front of its body what is known of arguments and buffers, in front of each statement
/// whether there is a barrier, why, and what else was chosen. It can be read back as the region.
std::string planText(const Plan &P, bool Full = false);

/// What is known of a kernel, with an end of line.
std::string kernelText(const KernelSummary &K);

/// What is wrong with a plan: what it says of no statement, argument or buffer of its region, expressions that break the
/// region's rules, launches in one loop that cannot be.
std::vector<RegionFault> verifyPlan(const Plan &P);

} // namespace persistify

#endif // PERSISTIFY_PLANTEXT_H
