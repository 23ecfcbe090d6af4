//===- JoinPrograms.h - kernels of several programs in one loop ----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_LIB_DRIVER_JOINPROGRAMS_H
#define PERSISTIFY_LIB_DRIVER_JOINPROGRAMS_H

#include "Pipeline.h"

namespace persistify::driver {

/// What stands between two sources that are joined, as the runtime joins them.
inline constexpr char BetweenSources[] = "\n";

/// Why the text of \p B would mean something else behind that of \p A, or A's kernels in front of B; empty if not. Both have models.
std::string whyNotBehind(const Source &A, const Source &B);

} // namespace persistify::driver

#endif // PERSISTIFY_LIB_DRIVER_JOINPROGRAMS_H
