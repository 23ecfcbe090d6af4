//===- test/kernel/PhaseRunner.h - original kernel against its phase -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel as it is, then its phase inside a plain wrapper kernel that
// loops over virtual groups or items with fewer physical groups, and compares
// all buffers byte for byte. The wrapper stands in for the device runtime, so
// these tests see only lib/kernel.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_KERNEL_PHASERUNNER_H
#define PERSISTIFY_TEST_KERNEL_PHASERUNNER_H

#include "persistify/Kernel.h"
#include <string>
#include <vector>

namespace persistify::test {

struct Arg {
  enum class Kind { Floats, Ints, Bytes, Local } K;
  std::vector<unsigned char> Data; ///< buffer or value
  size_t LocalSize = 0;
  bool IsBuffer = false;
};
/// Buffers with small pseudo-random contents.
Arg floats(size_t N, unsigned Seed = 1);
Arg ints(size_t N, int Below = 100, unsigned Seed = 1);
Arg zeros(size_t Bytes);
Arg local(size_t Bytes);
template <typename T> Arg value(T V) {
  Arg A{Arg::Kind::Bytes, {}, 0, false};
  A.Data.assign(reinterpret_cast<unsigned char *>(&V), reinterpret_cast<unsigned char *>(&V) + sizeof(V));
  return A;
}

struct Range {
  std::vector<size_t> Global, Local, Offset;
};

struct PhaseRun {
  std::string Source;
  std::string Kernel;
  Range R;
  std::vector<Arg> Args;
  std::vector<std::string> Flags = {};
  size_t Surplus = 0; ///< physical work-group size, when larger than the local size
  std::string Path = "test.cl";
};

/// Empty when both left the same; else what went wrong. "skipped" without a device.
std::string compare(const PhaseRun &R);

} // namespace persistify::test

#endif // PERSISTIFY_TEST_KERNEL_PHASERUNNER_H
