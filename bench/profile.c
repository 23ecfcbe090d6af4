//===- profile.c - where the time of a barrier goes, and what is unsound ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both sections put a few lines between the parts of the device library, so what
// is measured is the library's own text. Both need the PTX back end: its clock,
// and its scopes.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

static bool skipped(const session *s, const char *section) {
  if (s->m.backend == PST_PTX)
    return false;
  printf("%s: skipped, only the ptx back end has a clock and scopes\n", section);
  return true;
}

//===- the counter barrier, by parts ------------------------------------------===//

// An arrival that is seen in two halves, its release and its addition: the same
// two machine instructions. Stamps are words of the group's local memory. What an
// access returned is stored in front of the stamp behind it, or the clock would be
// read while it is still under way.
static const char stamped_arrival[] =
    "#define P_STAMPS(e) ((volatile __local uint *)(e)->arena)\n"
    "P_FN uint p_stamped_arrive(p_env *e, __global uint *p, uint n) {\n"
    "  P_STAMPS(e)[0] = p_a_clock();\n"
    "  asm volatile(\"fence.acq_rel.gpu;\" : : : \"memory\");\n"
    "  P_STAMPS(e)[1] = p_a_clock();\n"
    "  uint old = p_a_add(p, n);\n"
    "  P_STAMPS(e)[4] = old;\n"
    "  P_STAMPS(e)[2] = p_a_clock();\n"
    "  return old;\n"
    "}\n"
    "#define p_a_arrive(p, n) p_stamped_arrive(e, (p), (n))\n";
static const char plain_again[] = "#undef p_a_arrive\n";
// Item 0 has seen the last group, and has acquired.
static const char stamped_end[] =
    "P_FN void p_stamped_exit(const p_env *e, uint gone) {\n"
    "  if (e->lid == 0) P_STAMPS(e)[3] = p_a_clock();\n"
    "  p_exit(e, gone);\n"
    "}\n"
    "#define p_exit p_stamped_exit\n";

// The rounds of measure.c's payload. Means over rounds, summed over groups.
enum { PARTS = 7 };
static const char by_parts[] =
    MEASURED_KERNEL("by_parts", "rounds")
    "  volatile __local uint *at = P_STAMPS(&p_e);\n"
    "  uint wrong = 0, all = p_get_global_size(), me = p_get_global_id();\n"
    "  uint other = me + p_e.wg >= all ? me + p_e.wg - all : me + p_e.wg;\n"
    "  ulong store = 0, together = 0, release = 0, addition = 0, seen = 0, go = 0, load = 0;\n"
    "  for (uint round = 1; round <= rounds; ++round) {\n"
    "    __global uint *now = data + (round & 1) * all;\n"
    "    uint begin = p_a_clock();\n"
    "    now[me] = round;\n"
    "    uint stored = p_a_clock();\n"
    "    P_BARRIER();\n"
    "    uint behind = p_a_clock(), got = now[other];\n"
    "    if (p_e.lid == 0) at[5] = got;\n"
    "    uint end = p_a_clock();\n"
    "    wrong += got != round;\n"
    "    if (p_e.lid == 0) {\n"
    "      store += stored - begin; together += at[0] - stored; release += at[1] - at[0]; addition += at[2] - at[1];\n"
    "      seen += at[3] - at[2]; go += behind - at[3]; load += end - behind;\n"
    "    }\n"
    "  }\n"
    "  if (wrong) p_a_add(out, wrong);\n"
    "  if (p_e.lid == 0) {\n"
    "    p_a_add(out + 1, (uint)(store / rounds)); p_a_add(out + 2, (uint)(together / rounds));\n"
    "    p_a_add(out + 3, (uint)(release / rounds)); p_a_add(out + 4, (uint)(addition / rounds));\n"
    "    p_a_add(out + 5, (uint)(seen / rounds)); p_a_add(out + 6, (uint)(go / rounds));\n"
    "    p_a_add(out + 7, (uint)(load / rounds));\n"
    "  }\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static bool profile_row(session *s, size_t wg, uint32_t groups, pst_why *why) {
  measure_launch l = {.wg = wg, .groups = groups, .bound = groups, .rounds = 2000, .arena = 64};
  measure_figures f = {0};
  double sums[PARTS] = {0}, ns[MEASURE_MOST_RUNS];
  uint32_t wrong = 0;
  int runs = 0;
  for (int run = -1; run < s->runs; ++run) { // the first may load the kernel
    uint32_t out[1 + PARTS] = {0};
    CL(clEnqueueWriteBuffer(s->m.queue, s->m.out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    if (!measure_run(&s->m, &l, &f, why))
      return false;
    wrong += f.wrong;
    if (f.o.abort)
      break;
    if (run < 0)
      continue;
    CL(clEnqueueReadBuffer(s->m.queue, s->m.out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int k = 0; k < PARTS; ++k)
      sums[k] += (double)out[1 + k] / f.o.count;
    ns[runs++] = f.us * 1e3 / l.rounds;
  }
  double clocks = 0;
  for (int k = 0; k < PARTS && runs; ++k)
    clocks += sums[k] /= runs;
  table_row(s, "auto,%zu,%u,%u,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.1f,%u,%u,%s", wg, groups, f.o.count, sums[0],
            sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], clocks, runs ? measure_median(ns, runs) : 0.0, runs,
            wrong, ended(f.o.abort));
  s->bad += wrong != 0 || f.o.abort != 0;
  return true;
}

bool section_profile(session *s, pst_why *why) {
  static const size_t sizes[] = {32, 128, 256, 1024};
  if (skipped(s, "profile"))
    return true;
  const splice splices[] = {{"//===- barrier_counter.cl", stamped_arrival},
                            {"//===- barrier_striped.cl", plain_again},
                            {"#define P_SYNC_1(", stamped_end}};
  char *library = spliced_library(splices, 3);
  bool good = measure_build_on(&s->m, &s->own, library, by_parts, "by_parts", why);
  table_begin(s, "profile", "barrier,wg,groups,found,store_clocks,together,release,addition,seen,let_go,load,clocks,"
                            "round_ns,runs,wrong,ended");
  for (size_t i = 0; good && i < sizeof sizes / sizeof *sizes; ++i)
    for (uint32_t groups = s->m.device->units;
         good && sizes[i] <= s->m.limit && groups <= pst_device_groups(s->m.device, sizes[i]) && !time_is_up(s);
         groups *= s->quick ? 4 : 2)
      good = profile_row(s, sizes[i], groups, why);
  free(library);
  return good;
}

//===- the trees as published, with block scope between groups ----------------===//

// Between the groups of a cluster release, acquire and polls at the scope of one
// work-group, as in the thesis and in HeteroSync: these groups share a first-level
// cache, but no memory model orders them by it. Here to see what it would save.
static const char block_scope[] =
    "P_FN uint p_block_arrive(__global uint *p, uint n) {\n"
    "  uint old;\n"
    "  asm volatile(\"atom.add.release.cta.global.u32 %0, [%1], %2;\" : \"=r\"(old) : \"l\"(p), \"r\"(n) : \"memory\");\n"
    "  return old;\n"
    "}\n"
    "P_FN uint p_block_poll(__global uint *p) { // as an addition: a load may be served by the cache for ever\n"
    "  uint now;\n"
    "  asm volatile(\"atom.add.relaxed.cta.global.u32 %0, [%1], 0;\" : \"=r\"(now) : \"l\"(p) : \"memory\");\n"
    "  return now;\n"
    "}\n"
    "P_FN void p_block_acquire(void) { asm volatile(\"fence.acq_rel.cta;\" : : : \"memory\"); }\n"
    "P_FN uint p_block_wait(const p_env *e, __global uint *word, uint target) {\n"
    "  ulong left = e->sh->budget;\n"
    "  uint gone = 0;\n"
    "  while (!P_REACHED(p_block_poll(word), target) && !(gone = p_turn(e->ctl, left)))\n"
    "    --left;\n"
    "  p_block_acquire();\n"
    "  return gone;\n"
    "}\n"
    "#define P_IS_TOP(p) ((p) == e->ctl + P_CTL_TOP || (p) == e->ctl + P_CTL_JOINED)\n"
    "#define p_a_arrive(p, n) (P_IS_TOP(p) ? p_a_arrive((p), (n)) : p_block_arrive((p), (n)))\n"
    "#define p_wait(e, word, target) (P_IS_TOP(word) ? p_wait((e), (word), (target)) : p_block_wait((e), (word), (target)))\n";
static const char device_scope[] = "#undef p_a_arrive\n#undef p_wait\n";

// Wrong data are a result here, not a failure.
bool section_blockscope(session *s, pst_why *why) {
  if (skipped(s, "blockscope"))
    return true;
  const splice splices[] = {{"//===- barrier_tree.cl", block_scope}, {"//===- barrier.cl", device_scope}};
  char *library = spliced_library(splices, 2);
  table_begin(s, "blockscope", "barrier,scope,wg,groups,found,ns,p10_ns,p90_ns,runs,wrong,ended");
  pst_protocol p = s->own;
  bool good = pst_choice_parse(PST_BARRIER, "tree", &p.barrier, why) &&
              barrier_rows(s, &p, persistify_device_text, "tree", "device", why);
  const int bad = s->bad;
  good = good && barrier_rows(s, &p, library, "tree", "block (unsound)", why);
  s->bad = bad;
  free(library);
  return good;
}
