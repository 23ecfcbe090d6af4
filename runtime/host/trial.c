//===- trial.c - trips that are run on the device to see how long they take ---===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch takes its time however few trips it has. So one of few trips says what a trip costs at most, and two
// launches of different numbers of trips say what each further trip costs.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <time.h>

enum { GROWS = 4 };

double pst_trial_may_lose(double loop_ms) {
  enum { OF_LOOP = 32, OF_PROCESS = 100, MOST_OF_LOOP = 4 };
  struct timespec used = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  const double process = ((double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6) / OF_PROCESS;
  return loop_ms / OF_LOOP + (process < loop_ms / MOST_OF_LOOP ? process : loop_ms / MOST_OF_LOOP);
}

pst_trial pst_trial_begin(uint64_t some, double original, double most) {
  const pst_trial t = {.some = some, .original = original, .most = most, .each = -1, .next = 1};
  return t;
}

// Whether each trip that the last launch had more than the one before took less than one of the original's. Until there are two
// launches to compare it may be so: the first one of all may hold compilation.
static bool may_gain(const pst_trial *t, double ms, uint64_t trips) {
  return t->launches < 2 || (trips > t->trips && (ms - t->last) / (double)(trips - t->trips) < t->original);
}

bool pst_trial_add(pst_trial *t, double ms, uint64_t trips) {
  const double each = ms / (double)(trips ? trips : 1);
  const bool gains = may_gain(t, ms, trips);
  t->each = t->each < 0 || each < t->each ? each : t->each;
  t->last = ms;
  t->trips = trips;
  if (t->launches++ == 0)
    return false;
  t->lost += ms - t->original * (double)trips;
  t->next = trips < t->some && trips >= t->some / GROWS ? t->some : trips * GROWS;
  if (t->each < t->original)
    return trips >= t->some;
  return t->lost > t->most || (trips >= t->some && !gains);
}
