//===- persistify/Containment.h - a crash costs one loop -------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An error inside the tool must not cost the user more than the loop that met it. Parts
// of the tool that work on one loop, or on one file, run contained.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_CONTAINMENT_H
#define PERSISTIFY_CONTAINMENT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace persistify {

/// Runs \p Part. False if it crashed: by a signal, an assertion, a failed allocation, or
/// because its stack was full. Then its objects are not destroyed, and what it was
/// writing to must not be read. Calls may be nested; each thread has its own.
bool contained(llvm::function_ref<void()> Part);

/// In a test build, whether the environment's PERSISTIFY_FAULT names this fault. Tests use
/// it to show that a defence is needed: with the fault planted they must fail. In other
/// builds always false.
bool planted(llvm::StringRef Fault);

} // namespace persistify

#endif // PERSISTIFY_CONTAINMENT_H
