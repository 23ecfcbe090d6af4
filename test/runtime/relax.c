//===- relax.c - a loop with a flag and a swap, taken persistently ----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "relax.h"

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  bench b = open_bench();
  relax_app a = relax_open(&b, n);
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  int iter = 0;
  double from = now_us();
  int taken = relax_run(&b, &a, &region, &iter);
  double first = now_us() - from;
  CHECK((taken == 0) == want_persistent());
  relax_check(&b, &a, iter);

  // Again from the final state: one round, and the arguments that the region
  // set are the kernel's now, so the original loop must go on from there.
  int more = 0;
  from = now_us();
  taken = relax_run(&b, &a, &region, &more);
  double again = now_us() - from;
  CHECK((taken == 0) == want_persistent());
  CHECK(more == 1);
  size_t global = (size_t)(n + 63) / 64 * 64, local = 64;
  int zero = 0;
  CL(clEnqueueWriteBuffer(b.queue, a.flag, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
  CL(clEnqueueNDRangeKernel(b.queue, a.k, 1, NULL, &global, &local, 0, NULL, NULL));
  CL(clFinish(b.queue));
  relax_check(&b, &a, iter);
  printf("relax: %d rounds, first entry %.0f us, one-round entry %.0f us\n", iter, first, again);
  return 0;
}
