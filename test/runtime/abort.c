//===- abort.c - a launch that is given up --------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent kernel of this region spoils its buffers and then finds its time
// budget spent: the buffers are put back and the original loop goes on from there.
// After two such launches the loop stays the original on that device, which is
// said once. Without snapshots the program ends with an error.
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "relax.h"

enum { N = 300, ENTRIES = 5 };

static const child cases[] = {
    {"entries", {"PERSISTIFY=on"}, 0, "original loop: time budget of a wait spent\n", 2},
    {"entries", {"PERSISTIFY=on"}, 0, "original loop: time budget of a wait spent in earlier entries\n", 1},
    {"entries", {"PERSISTIFY=verify"}, 0, "original loop: time budget of a wait spent\n", 2},
    {"entries",
     {"PERSISTIFY_SNAPSHOT=off"},
     1,
     "relax.c:9: error: the launch was given up (time budget of a wait spent) and its buffers cannot be restored: "
     "PERSISTIFY_SNAPSHOT=off\n",
     1},
};

static const char spoils[] =
    PERSISTENT_KERNEL("persistify_region_1", RELAX_HANDLES)
    "  p_fill(&p_e, p_h3, 0x2a, 4, p_state_get(&p_e, 48));\n"
    "  p_fill(&p_e, p_h4, 0x2b, 4, p_state_get(&p_e, 56));\n"
    "  P_BARRIER();\n"
    "  P_BAIL(P_BAIL_TIME, 0);\n"
    "}\n";

int main(int argc, char **argv) {
  (void)argv;
  if (argc < 2)
    return run_children(cases, sizeof cases / sizeof *cases);
  bench b = open_bench();
  relax_app a = relax_open(&b, N);
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  region.device_code = spoils;
  const char *mode = getenv("PERSISTIFY");
  region.ends = mode && strcmp(mode, "verify") == 0; // the other cases take the persistent path first
  for (int entry = 0; entry < ENTRIES; ++entry) {
    int iter = 0;
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
    CHECK(relax_run(&b, &a, &region, &iter) == PERSISTIFY_ORIGINAL);
    relax_check(&b, &a, iter);
  }
  return 0;
}
