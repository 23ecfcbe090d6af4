//===- Opt.h - inside persistify-opt -----------------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_TOOLS_OPT_H
#define PERSISTIFY_TEST_TOOLS_OPT_H

#include "persistify/Region.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace persistify::opt {

/// The kernels that random regions launch.
llvm::StringRef randomKernels();
/// A valid region that does what the seed says, the same on every machine.
std::unique_ptr<Region> randomRegion(uint64_t Seed);

} // namespace persistify::opt

#endif // PERSISTIFY_TEST_TOOLS_OPT_H
