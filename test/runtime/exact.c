//===- exact.c - no more groups are launched than were resident -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run where fewer groups are resident than PERSISTIFY_GROUPS asks for: Oclgrind runs a
// group on each of its threads. The first launch finds out how many there are, those after
// it start only these, and each 64th starts all again, as more may fit by then. So does the
// launch after one in which a thread came too late: it has not become fewer groups that fit.
//
//   exact        also with PERSISTIFY_NO_OPT=groups, for the opposite, where no count of entries matters
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include "internal.h"

enum { N = 60, EXPLORE_EVERY = 64, BEHIND = 2 };

int main(void) {
  bench b = open_bench();
  relax_app a = relax_open(&b, N);
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  const uint32_t all = pst_environment()->groups;
  const bool exact = pst_uses(PST_OPT_Groups);
  CHECK(all > 2);
  unsigned resident = 0;
  bool late = false;
  for (int entry = 1; entry <= (exact ? EXPLORE_EVERY : 1) + BEHIND; ++entry) {
    // The loop itself at the entries that matter, else one without trips.
    bool runs = entry <= 3 || entry >= EXPLORE_EVERY;
    int rounds = 0, stop = 0;
    cl_command_queue queue = b.queue;
    void *const bind[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &stop, &rounds, &a.g.n};
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
    CHECK((runs ? relax_run(&b, &a, &region, &rounds) : persistify_run(&region, bind)) == 0);
    if (runs)
      relax_check(&b, &a, rounds);
    const pst_stats *stats = pst_stats_of(&region);
    const bool explores = !exact || late || entry == 1 || entry == EXPLORE_EVERY;
    if (entry <= 3 || entry >= EXPLORE_EVERY - 1)
      printf("exact: entry %d: %u groups of %u launched\n", entry, stats->groups, stats->launched);
    CHECK(stats->retries == 0 && stats->groups >= 1 && stats->groups <= stats->launched);
    CHECK(stats->launched == (explores ? all : resident));
    CHECK(!explores || stats->groups < all);
    late = !explores && stats->groups < resident;
    resident = stats->groups;
  }
  return 0;
}
