//===- Program.h - a whole program as one input of a fuzzer ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is the text of the kernels, a line that names the host file, and the
// host's text:
//
//   __kernel void step(__global int *a) { ... }
//   //-- host.c
//   #include <CL/cl.h>
//   ...
//
// So each finding is one file, whichever part a target changes.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_FUZZ_PROGRAM_H
#define PERSISTIFY_TEST_FUZZ_PROGRAM_H

#include "Tokens.h"
#include "persistify/Driver.h"
#include <cstddef>
#include <cstdint>
#include <string>

namespace persistify::fuzz {

struct Program {
  std::string Kernels, HostName = "host.c", Host;

  static Program of(std::string_view Input);
  std::string text() const;
  bool isC() const { return llvm::StringRef(HostName).ends_with(".c"); }
};

/// Once, before the first input.
void initialise();

/// What a run ended with that no input may bring about: an internal error, a loop whose code does not compile, a loop
/// that is refused without a reason, a step that takes too long. Crashes of Clang in text that it does not parse
/// are Clang's. Empty if all is well.
std::string finding(const DriverResult &R);

/// Runs the pipeline. A finding ends the process as a crash, after the run was repeated without containment so that
/// libFuzzer sees where it happened. Where the environment's PERSISTIFY_FUZZ_KEEP names a folder, \p Input goes there
/// instead, once for each kind of finding, and the process goes on: to begin again takes as long as many inputs.
/// \p HostFlags: on top of those of all programs. Returns whether the program was parsed.
bool run(llvm::StringRef Input, const Program &P, const DriverOptions &Options = DriverOptions(),
         const std::vector<std::string> &KernelFlags = {}, const std::vector<std::string> &HostFlags = {});

inline llvm::StringRef textOf(const uint8_t *Data, size_t Size) { return {reinterpret_cast<const char *>(Data), Size}; }

/// For LLVMFuzzerCustomMutator and LLVMFuzzerCustomCrossOver: one part of a program is changed.
size_t mutate(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed, Language Part);
size_t crossOver(const uint8_t *Data1, size_t Size1, const uint8_t *Data2, size_t Size2, uint8_t *Out,
                 size_t MaxSize, unsigned Seed, Language Part);

} // namespace persistify::fuzz

#endif // PERSISTIFY_TEST_FUZZ_PROGRAM_H
