//===- gate.c - which path PERSISTIFY=auto takes --------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The relaxation loop, entered several times; PERSISTIFY_TEST_COSTS says what the
// cost gate takes the original loop, the persistent path, a build and a load to
// have cost. Cases of a group are processes that share a folder, in their order.
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "relax.h"

enum { N = 60, CASES = 5 };
#define COSTS "PERSISTIFY_TEST_COSTS="
#define NO_FOLDER "PERSISTIFY_CACHE_DIR="

// A case's name: what it does, and how many entries.
static const child groups[][CASES] = {
    // The original, until it has taken as long as a build. Two tries of the persistent
    // path are enough to see that it was in vain; then it is tried again when that costs 2 % at most.
    {{"run 450", {NO_FOLDER, COSTS "1,5,50,2"}, 0, "gate: 4 of 450\n", 1}},
    // Slower by more than a compilation: one try.
    {{"run 450", {NO_FOLDER, COSTS "1,60,50,2"}, 0, "gate: 1 of 450\n", 1}},
    // Each path is tried again when that costs 2 % at most.
    {{"run 510", {NO_FOLDER, COSTS "1,2,50,2"}, 0, "gate: 11 of 510\n", 1}},
    {{"run 10", {NO_FOLDER, COSTS "100,5,50,2"}, 0, "gate: 9 of 10\n", 1}},
    // The original twice, since the first time may have compiled kernels.
    {{"run 10", {NO_FOLDER, COSTS "40,5,50,2"}, 0, "gate: 8 of 10\n", 1}},
    {{"run 10", {NO_FOLDER, COSTS "1000,5,50,2"}, 0, "gate: 8 of 10\n", 1}},
    {{"run 10", {NO_FOLDER, COSTS "1,5,50,2", "PERSISTIFY=on"}, 0, "gate: 10 of 10\n", 1}},
    {{"run 10", {NO_FOLDER, COSTS "100,5,50,2", "PERSISTIFY=off"}, 0, "gate: 0 of 10\n", 1}},
    // Other sizes are learnt apart; nothing is to be built for them.
    {{"sizes 20", {NO_FOLDER, COSTS "100,5,50,2"}, 0, "gate: 18 of 20\n", 1}},
    // Without the original's end nothing can be compared.
    {{"left 10", {NO_FOLDER, COSTS "1,5,50,2"}, 0, "gate: 8 of 10\n", 1}},
    {{"by-hand 3", {NO_FOLDER, COSTS "1,5,50,2"}, 0, "gate: 3 of 3\n", 1}},
    {{"guard 10", {NO_FOLDER, COSTS "1000,5,50,2"}, 0, "original loop: the program's source is not the one", 1}},
    // What fails once is tried again when that costs 2 % at most.
    {{"once 240", {NO_FOLDER, COSTS "100,5,50,2"}, 0, "gate: tried again\n", 1}},
    // One entry in each process: what earlier ones took counts.
    {{"run 1", {COSTS "300,20,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,20,50,2"}, 0, "gate: 1 of 1\n", 1},
     {"run 1", {COSTS "300,20,50,2"}, 0, "gate: 1 of 1\n", 1}},
    // The original again where no loop gains that much.
    {{"run 1", {COSTS "300,5,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,5,50,2"}, 0, "gate: 1 of 1\n", 1},
     {"run 1", {COSTS "300,5,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,5,50,2"}, 0, "gate: 1 of 1\n", 1}},
    // The first time counts with what is more than two builds, as it may have compiled kernels.
    {{"run 1", {COSTS "30,5,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "30,5,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "30,5,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "30,5,50,2"}, 0, "gate: 1 of 1\n", 1}},
    // The first time of the persistent path may have been compilation, too: once more, when that was earned again.
    {{"run 1", {COSTS "300,320,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,320,50,2"}, 0, "gate: 1 of 1\n", 1},
     {"run 1", {COSTS "300,320,50,2"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,320,50,2"}, 0, "gate: 1 of 1\n", 1},
     {"run 1", {COSTS "300,320,50,2"}, 0, "gate: 0 of 1\n", 1}},
    // It would win, but for the time it takes to load.
    {{"run 1", {COSTS "300,250,50,60"}, 0, "gate: 0 of 1\n", 1},
     {"run 1", {COSTS "300,250,50,60"}, 0, "gate: 1 of 1\n", 1},
     {"run 1", {COSTS "300,250,50,60"}, 0, "gate: 0 of 1\n", 1}},
    // Too short to learn more of it.
    {{"run 3", {COSTS "1,0.1,50,2"}, 0, "gate: 0 of 3\n", 1}, {"run 3", {COSTS "1,0.1,50,2"}, 0, "gate: 0 of 3\n", 1}},
    // Many entries: learnt on the way, and known from the first one of the next process on.
    {{"run 10", {COSTS "100,5,50,2"}, 0, "gate: 9 of 10\n", 1}, {"run 10", {COSTS "100,5,50,2"}, 0, "gate: 10 of 10\n", 1}},
    // Another loop is not this one.
    {{"run 1", {COSTS "300,5,50,2"}, 0, "gate: 0 of 1\n", 1}, {"other 1", {COSTS "300,5,50,2"}, 0, "gate: 0 of 1\n", 1}},
};

static int enter(const bench *b, relax_app *a, const persistify_region *region, int ends) {
  int stop = 1, iter = 0;
  cl_command_queue queue = b->queue;
  void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n};
  CL(clEnqueueWriteBuffer(b->queue, a->from, CL_TRUE, 0, a->g.n * sizeof(int), a->g.dist, 0, NULL, NULL));
  int taken = persistify_run(region, bind);
  if (taken == PERSISTIFY_ORIGINAL)
    do
      relax_loop(b, a, &stop, &iter);
    while (ends && persistify_again(region));
  CHECK(stop == 0);
  relax_check(b, a, iter);
  return taken != PERSISTIFY_ORIGINAL;
}

static int run_case(const char *name, int entries) {
  bench b = open_bench();
  relax_app a = relax_open(&b, N), large = relax_open(&b, 10 * N);
  static uint64_t hash, other = 1;
  static persistify_region region;
  region = relax_region(&hash);
  region.ends = strcmp(name, "by-hand") != 0;
  const int once = strcmp(name, "once") == 0;
  if (once || strcmp(name, "guard") == 0)
    region.hashes = &other;
  if (strcmp(name, "other") == 0)
    region.line = 10;
  int taken = 0;
  for (int i = 0; i < entries; ++i) {
    if (once && i == 1)
      region.hashes = &hash;
    taken += enter(&b, strcmp(name, "sizes") == 0 && i >= entries / 2 ? &large : &a, &region, strcmp(name, "left") != 0);
  }
  if (once && taken)
    fputs("gate: tried again\n", stderr);
  else
    fprintf(stderr, "gate: %d of %d\n", taken, entries);
  return 0;
}

int main(int argc, char **argv) {
  char name[32];
  int entries, bad = 0;
  if (argc > 1)
    return sscanf(argv[1], "%31s %d", name, &entries) == 2 ? run_case(name, entries) : 2;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; ++i) {
    char folder[] = "/tmp/persistify-gate-XXXXXX", remove[64];
    int count = 0;
    while (count < CASES && groups[i][count].name)
      ++count;
    CHECK(mkdtemp(folder));
    setenv("PERSISTIFY_CACHE_DIR", folder, 1);
    setenv("PERSISTIFY", "auto", 1);
    int result = run_children(groups[i], count);
    snprintf(remove, sizeof remove, "rm -r %s", folder);
    CHECK(system(remove) == 0);
    if (result == 77)
      return 77;
    bad |= result;
  }
  return bad;
}
