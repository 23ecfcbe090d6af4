//===- ProgramTarget.cpp - programs whose host or kernels are changed -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built twice: PERSISTIFY_FUZZ_PART says which part is changed.
//
//===----------------------------------------------------------------------===//
#include "Program.h"

using namespace persistify::fuzz;

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  initialise();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  return run(textOf(Data, Size), Program::of(textOf(Data, Size))) ? 0 : -1;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed) {
  return mutate(Data, Size, MaxSize, Seed, PERSISTIFY_FUZZ_PART);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1, const uint8_t *Data2, size_t Size2,
                                            uint8_t *Out, size_t MaxSize, unsigned Seed) {
  return crossOver(Data1, Size1, Data2, Size2, Out, MaxSize, Seed, PERSISTIFY_FUZZ_PART);
}
