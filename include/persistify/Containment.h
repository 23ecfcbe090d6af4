//===- persistify/Containment.h - an error costs one loop ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An error inside the tool must not cost the user more than the loop that met it. Parts
// of the tool that work on one loop, or on one file, run contained, and bounded in time
// and memory.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_CONTAINMENT_H
#define PERSISTIFY_CONTAINMENT_H

#include "persistify/Planted.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace persistify {

/// What a contained part may use. 0: no limit.
struct Limits {
  /// Seconds of its thread's processor time, for each step (reading, planning, writing) of
  /// a loop. A part that concerns a whole file may take ten times as long. Parts within a
  /// part have times of their own, which do not count for the one around them.
  unsigned Seconds = 20;
  /// MiB by which the process may grow during a part.
  unsigned Memory = 4096;
};

/// For all parts that begin later. The memory is at most half of what the machine has,
/// unless \p L says otherwise than the default.
void setLimits(const Limits &L);

/// How a contained part ended.
struct Ended {
  /// What became of it, in words that follow its name: "crashed", "took longer than 20 s";
  /// empty if it came to its end.
  std::string How;
  bool Crashed = false; ///< else it needed more time, memory or stack than it may have

  explicit operator bool() const { return How.empty(); }
};

enum class Extent { Loop, File, Whole }; // Whole: has no limits of its own

/// Runs \p Part. It may end early by a signal, an assertion, a failed allocation, because
/// its stack is full, or by the limits. Then its objects are not destroyed, and what it was
/// writing to must not be read. Calls may be nested; each thread has its own.
Ended contained(llvm::function_ref<void()> Part, Extent Of = Extent::Loop);

/// In a test build, does one of the things that contained() is for, if PERSISTIFY_FAULT
/// names it: "crash", "deep", "endless" or "runaway".
void failIfPlanted();

} // namespace persistify

#endif // PERSISTIFY_CONTAINMENT_H
