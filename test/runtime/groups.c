//===- groups.c - more than one work-group takes part, again and again ------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run in which one group takes part exercises no barrier. Runs the relaxation
// many times; nearly all runs must find every group that the device can run at
// once (a busy machine may miss a few). Also times an entry.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include "internal.h"

int main(int argc, char **argv) {
  int entries = argc > 1 ? atoi(argv[1]) : 20, n = argc > 2 ? atoi(argv[2]) : 300, several = 0;
  bench b = open_bench();
  relax_app a = relax_open(&b, n);
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  int rounds = 0;
  double best = 1e30, original = 1e30;
  for (int i = 0; i < entries; ++i) {
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, n * sizeof(int), a.g.dist, 0, NULL, NULL));
    rounds = 0;
    double from = now_us();
    CHECK((relax_run(&b, &a, &region, &rounds) == 0) == want_persistent());
    double us = now_us() - from;
    best = us < best ? us : best;
    several += pst_stats_of(&region)->groups >= 2;
    relax_check(&b, &a, rounds);
  }
  double empty = 1e30;
  for (int i = 0; i < entries; ++i) {
    int stop = 0, iter = 0;
    cl_command_queue queue = b.queue;
    void *const bind[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &stop, &iter, &a.g.n};
    double from = now_us();
    CHECK((persistify_run(&region, bind) == 0) == want_persistent());
    double us = now_us() - from;
    empty = us < empty ? us : empty;
  }
  for (int i = 0; i < 5; ++i) {
    int stop = 1, iter = 0;
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, n * sizeof(int), a.g.dist, 0, NULL, NULL));
    double from = now_us();
    relax_loop(&b, &a, &stop, &iter);
    double us = now_us() - from;
    original = us < original ? us : original;
    CHECK(iter == rounds);
  }
  uint32_t units = pst_device_get(b.device)->units;
  printf("groups: %d of %d entries with 2 groups or more; %d rounds: persistent %.0f us (%.2f us a round), original "
         "%.0f us (%.2f us a round); zero-trip entry %.0f us\n",
         several, entries, rounds, best, best / rounds, original, original / rounds, empty);
  if (!want_persistent() || units < 2)
    return 0;
  return several * 10 < entries * 8;
}
