//===- Prune.h - dropping what a region does not use -------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_HOST_PRUNE_H
#define PERSISTIFY_LIB_HOST_PRUNE_H

#include "persistify/Region.h"

namespace persistify::host {

/// Removes variables, handles, kernels, slots and exits that no statement uses
/// (left over from lowering that was tried and undone), renumbers the rest and
/// recomputes Assigned.
void pruneRegion(Region &R);

/// What is done to one of several kernels is one choice after the other: those on the
/// same condition become one, so that the plan sees the arguments of what is launched.
void joinChoices(Region &R);

} // namespace persistify::host

#endif // PERSISTIFY_LIB_HOST_PRUNE_H
