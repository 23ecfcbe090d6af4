//===- measure.h - times and checks of barrier and discovery ----*- C -*-===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by persistify-probe and the benchmarks and tests of the runtime. Works
// on the host library's inside (internal.h), with kernels written by hand against
// the device library. Functions that return bool give a reason when it is false.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_MEASURE_H
#define PERSISTIFY_MEASURE_H

#include "frame.h"
#include "internal.h"

typedef struct measure {
  pst_device *device;
  cl_context context;
  cl_command_queue queue; // takes times
  pst_backend backend;
  const pst_qualified *q;
  pst_protocol protocol;
  char options[512];
  cl_program program;
  cl_kernel kernel;
  size_t limit; // largest work-group of the kernel
  pst_control ctl;
  cl_mem state, data, out;
  double spin_ms; // time budget of a wait where the launch has none of its own, 0: 2 seconds
} measure;

/// One launch of the kernel that measure_build made.
typedef struct measure_launch {
  size_t wg;
  uint32_t groups, bound; // launched; 0 or the number that discovery closes at
  uint32_t rounds, arena; // the kernel's last argument; bytes of local memory
  uint32_t bits;          // joined to the last argument by or
  uint32_t window;        // polls of discovery's window, 0: the runtime's
  uint32_t linger;        // 1 + lock/unlock pairs of discovery with a lock, 0: the runtime's
  double spin_ms;         // time budget of a wait, 0: that of measure
} measure_launch;

typedef struct measure_figures {
  pst_outcome o;
  uint32_t wrong;
  double us; // by the device's clock
} measure_figures;

/// Finds the first back end that the device passes with.
bool measure_open(measure *m, cl_context context, cl_device_id device, pst_why *why);
/// If there is none, takes the first one that ran, to show what it does; the reason
/// stays in `why`.
bool measure_open_unfit(measure *m, cl_context context, cl_device_id device, pst_why *why);
/// Builds `text` (null: barriers with payload, checked) behind the device library.
bool measure_build(measure *m, const pst_protocol *protocol, const char *text, const char *entry, pst_why *why);
/// The same behind another text of the device library.
bool measure_build_on(measure *m, const pst_protocol *protocol, const char *library, const char *text,
                      const char *entry, pst_why *why);
bool measure_run(measure *m, const measure_launch *launch, measure_figures *figures, pst_why *why);
void measure_close(measure *m);

/// So many launches are kept of one measurement.
enum { MEASURE_MOST_RUNS = 1000 };

/// Median, and the 10th and the 90th percentile.
typedef struct measure_spread {
  double median, low, high;
  uint32_t runs;
} measure_spread;
/// Sorts them.
measure_spread measure_spread_of(double *values, int count);

typedef struct measure_barrier {
  measure_spread ns; // of one barrier (round)
  uint32_t found, wrong, abort;
} measure_barrier;
/// Time of a barrier among so many groups: the difference between long runs and the
/// median of as many short ones, so without discovery. `ms`: about how long one run may
/// take; `runs`: how many, but no more than have time in two seconds.
bool measure_barriers(measure *m, size_t wg, uint32_t groups, double ms, int runs, measure_barrier *result,
                      pst_why *why);
/// The same for one round of a kernel whose last argument holds their number in its
/// lower 15 bits. `launch->rounds`: at most those of the short run. A run that is given up
/// ends the measurement, with its reason in `abort`.
bool measure_rounds(measure *m, const measure_launch *launch, double ms, int runs, measure_barrier *result,
                    pst_why *why);

/// The most groups that are resident together, by search: so many were launched,
/// and all of them met. 0 in `bound`: not even one.
bool measure_bound(measure *m, size_t wg, uint32_t arena, uint32_t most, uint32_t *bound, pst_why *why);

/// Sorts them.
double measure_median(double *values, int count);

typedef struct measure_discovery {
  uint32_t launched, launches, least, most; // groups found
  double mean, deviation;                   // of the number found
  double median_us, mean_us, worst_us;      // of the whole kernel, which does nothing else
  double exact_us;                          // median of launches of `most` groups
  uint32_t abort; // a launch was given up, which ended the measurement
} measure_discovery;
/// `launch`: work-group size, groups, local memory, and what else is not the runtime's.
bool measure_discoveries(measure *m, const measure_launch *launch, int launches, double most_ms,
                         measure_discovery *result, pst_why *why);

enum { MEASURE_LITMUS = 8, MEASURE_FENCES = 3 };
typedef struct measure_litmus {
  const char *test, *fence;
  const char *weak_outcome; // in registers
  double instances, weak;   // runs of the test; of these, with that outcome
} measure_litmus;
/// Weak outcomes in 100,000 runs.
static inline double measure_per_100000(const measure_litmus *r) {
  return r->instances > 0 ? r->weak * 1e5 / r->instances : 0;
}
/// One of the tests of litmus.c with one of the fences, for about so long.
bool measure_litmus_test(measure *m, int test, int fence, double ms, measure_litmus *result, pst_why *why);

#endif // PERSISTIFY_MEASURE_H
