//===- budget.c - a spent time budget restores everything ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first entry runs with a budget of one poll (the runtime reads it once, so
// this program sets it before any call). Either every wait was met at the first
// poll, or the launch was given up; in both cases the result is right.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

int main(void) {
  setenv("PERSISTIFY_SPIN_MS", "0.0000001", 1);
  bench b = open_bench();
  relax_app a = relax_open(&b, 2000);
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  int given_up = 0;
  for (int entry = 0; entry < 3; ++entry) {
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, 2000 * sizeof(int), a.g.dist, 0, NULL, NULL));
    int iter = 0;
    given_up += relax_run(&b, &a, &region, &iter) == PERSISTIFY_ORIGINAL;
    relax_check(&b, &a, iter);
  }
  printf("budget: %d of 3 entries given up\n", given_up);
  return 0;
}
