//===- persistify/Planted.h - faults that tests plant -----------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_PLANTED_H
#define PERSISTIFY_PLANTED_H

#include "llvm/ADT/StringRef.h"

namespace persistify {

/// In a test build, whether the environment's PERSISTIFY_FAULT names this fault. Tests use
/// it to show that a defence is needed: with the fault planted they must fail. In other
/// builds always false.
bool planted(llvm::StringRef Fault);

} // namespace persistify

#endif // PERSISTIFY_PLANTED_H
