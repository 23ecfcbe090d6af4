//===- progress.c - who may wait for whom -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounded tests of the idioms of CONCUR'18 under the device's scheduler, at work-group
// sizes that are used, with grids larger than what is resident. Each instance has two
// groups; `needs` is the weakest model that promises that the test passes:
//
//  obe                two groups that both have begun hand a turn to and fro. What has begun
//                     goes on (occupancy-bound execution): without it no barrier is possible.
//  mutex              spin, ticket: a lock around a plain counter. Who waits and who
//                     holds the lock have begun.
//  producer-consumer  the consumer waits, without knowing that the producer has begun: for a
//                     group of lower number, of higher number, or each for the other.
//  barrier            between all groups that a form of discovery found.
//
// Placements, many instances in one launch but for `plain`: `round-robin` (g and g + half the
// grid), `chunked` (g and g + 1).
//
//===----------------------------------------------------------------------===//
#include "probe.h"

#include <string.h>

enum { OBE, SPIN, TICKET, LOWER, HIGHER, BOTH, TESTS };
enum { PLAIN, ROUND_ROBIN, CHUNKED, PLACEMENTS, PLACEMENT = 16, LINES = 4 };

static const struct {
  const char *name, *key, *value; // with the second pair if there is one
  const char *needs;
} tests[TESTS] = {
    {"obe", NULL, NULL, "OBE"},
    {"mutex", "lock", "spin", "OBE"},
    {"mutex", "lock", "ticket", "OBE"},
    {"producer-consumer", "waits_for", "lower", "HSA or LOBE"},
    {"producer-consumer", "waits_for", "higher", "fair"},
    {"producer-consumer", "waits_for", "both", "fair"},
};
static const char *const placements[PLACEMENTS] = {"plain", "round-robin", "chunked"};

static const char text[] =
    "#define LINE(i) (line + (i) * 32)\n"
    // Two that both have begun: who comes first waits a while for the other.
    "uint hand_over(__global uint *p_ctl, __global uint *line, __global uint *out, uint side) {\n"
    "  uint gone = 0, before = p_a_add(LINE(0), 1);\n"
    "  if (before & P_CLOSED) return 0;\n"
    "  if (before == 0) {\n" // nobody may wait for who has not begun: close after a while
    "    for (uint i = 0, most = max(20000u, p_ctl[P_CTL_WINDOW]); i < most && p_a_poll(LINE(0)) == 1; ++i) ;\n"
    "    if ((p_a_or(LINE(0), P_CLOSED) & ~P_CLOSED) < 2) return 0;\n"
    "  }\n"
    "  p_a_add(out + 1, side);\n"
    "  for (uint turn = 1; turn <= 32 && !gone; ++turn) {\n"
    "    if (side == 0) p_a_arrive(LINE(1), 1);\n"
    "    gone = p_wait_alone(p_ctl, p_budget(p_ctl), LINE(2 - side), turn);\n"
    "    if (side == 1 && !gone) p_a_arrive(LINE(2), 1);\n"
    "  }\n"
    "  return gone;\n"
    "}\n"
    // Non-zero: given up, or two were inside.
    "uint locked(__global uint *p_ctl, __global uint *line, __global uint *out, uint ticket) {\n"
    "  volatile __global uint *count = LINE(2);\n"
    "  uint gone = 0;\n"
    "  for (uint turn = 0; turn < 16 && !gone; ++turn) {\n"
    "    if (ticket) {\n"
    "      uint mine = p_a_add(LINE(0), 1);\n"
    "      P_SPIN_UNTIL(p_ctl, gone, p_budget(p_ctl), 0, p_a_poll(LINE(1)) == mine);\n"
    "      if (!gone) { *count = *count + 1; p_a_set(LINE(1), mine + 1); }\n"
    "    } else {\n"
    "      P_SPIN_UNTIL(p_ctl, gone, p_budget(p_ctl), 0, p_a_claim(LINE(0), 1));\n"
    "      if (!gone) { *count = *count + 1; p_a_set(LINE(0), 0); }\n"
    "    }\n"
    "  }\n"
    "  if (gone) return gone;\n"
    "  p_a_add(out + 1, 1);\n"
    "  if (p_a_arrive(LINE(3), 1) == 0) return 0;\n"
    "  p_a_acquire();\n"
    "  return *count != 2 * 16;\n"
    "}\n"
    "uint consume(__global uint *p_ctl, __global uint *line, __global uint *out, uint way, uint side) {\n"
    "  uint gone = 0;\n"
    "  *(volatile __global uint *)(LINE(side) + 1) = 77 + side;\n"
    "  p_a_arrive(LINE(side), 1);\n"
    "  if (way == 2 || way == !side) {\n"
    "    gone = p_wait_alone(p_ctl, p_budget(p_ctl), LINE(1 - side), 1);\n"
    "    if (!gone) gone = *(volatile __global uint *)(LINE(1 - side) + 1) != 77 + (1 - side);\n"
    "  }\n"
    "  p_a_add(out + 1, 1);\n"
    "  return gone;\n"
    "}\n"
    "uint progress(__global uint *p_ctl, __global uint *data, __global uint *out, uint test) {\n"
    "  uint instances = (uint)get_num_groups(0) / 2, g = (uint)get_group_id(0), way = test & 15;\n"
    "  uint strided = (test >> 4) == 1;\n"
    "  uint instance = strided ? g % instances : g / 2, side = strided ? g / instances : g % 2;\n"
    "  __global uint *line = data + instance * 128;\n"
    "  if (way == 0) return hand_over(p_ctl, line, out, side);\n"
    "  if (way < 3) return locked(p_ctl, line, out, way - 1);\n"
    "  return consume(p_ctl, line, out, way - 3, side);\n"
    "}\n"
    "__kernel void persistify_progress(__global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena,\n"
    "                                  __global uint *data, __global uint *out, uint test) {\n"
    "  uint lid = (uint)get_local_id(0);\n"
    "  if (P_STEADY(lid) == 0 && progress(p_ctl, data, out, test)) p_a_add(out, 1);\n"
    "  p_wg_barrier();\n"
    "}\n";

// An even number, more than can be resident.
static uint32_t grid_of(const measure *m, size_t wg) {
  uint32_t groups = pst_device_groups(m->device, wg) * (m->device->hosted ? 8 : 4);
  if (groups > m->device->units * 64)
    groups = m->device->units * 64; // two lines for each group is what `data` has room for
  return groups < 2 ? 2 : groups / 2 * 2;
}

static bool run_test(measure *m, uint32_t test, uint32_t placement, size_t wg, pst_why *why) {
  uint32_t groups = placement == PLAIN ? 2 : grid_of(m, wg), zero = 0, met = 0;
  bool fair = test == HIGHER || test == BOTH;
  measure_launch l = {.wg = wg, .groups = groups, .rounds = test | placement * PLACEMENT, .spin_ms = fair ? 50 : 2000};
  measure_figures f;
  bool good = clEnqueueFillBuffer(m->queue, m->data, &zero, 4, 0, (size_t)groups / 2 * LINES * 128, 0, NULL, NULL) ==
                  CL_SUCCESS &&
              clEnqueueFillBuffer(m->queue, m->out, &zero, 4, 0, 64, 0, NULL, NULL) == CL_SUCCESS;
  if (!good || !measure_run(m, &l, &f, why))
    return good ? false : pst_fail(why, "no memory");
  good = clEnqueueReadBuffer(m->queue, m->out, CL_TRUE, 4, 4, &met, 0, NULL, NULL) == CL_SUCCESS;
  record_begin("progress");
  record_text("test", tests[test].name);
  if (tests[test].key)
    record_text(tests[test].key, tests[test].value);
  record_text("placement", placements[placement]);
  record_text("needs", tests[test].needs);
  record_number("wg", (double)wg);
  record_number("groups", groups);
  record_number(test == OBE ? "pairs_met" : "groups_done", met);
  record_flag("passed", good && f.o.abort == 0 && f.wrong == 0);
  record_end();
  return true;
}

// All groups that discovery finds in a grid that is too large, and rounds of barriers.
static bool run_barriers(measure *m, const pst_protocol *protocol, pst_why *why) {
  for (const pst_form *form = pst_discoveries; form->name; ++form) {
    pst_protocol p = *protocol;
    p.discovery = form;
    if (!measure_build(m, &p, NULL, NULL, why))
      return false;
    size_t wg = m->limit < 32 ? m->limit : 32;
    uint32_t most = pst_device_groups(m->device, wg);
    measure_launch l = {.wg = wg, .groups = m->device->cpu ? most : 4 * most, .bound = m->device->cpu ? most : 0,
                        .rounds = 20, .spin_ms = 10000};
    measure_figures f;
    if (!measure_run(m, &l, &f, why))
      return false;
    record_begin("progress");
    record_text("test", "barrier");
    record_text("discovery", form->name);
    record_text("placement", "plain");
    record_text("needs", strcmp(form->name, "lobe") == 0 ? "LOBE" : "OBE");
    record_number("wg", (double)wg);
    record_number("groups", l.groups);
    record_number("found", f.o.count);
    record_flag("passed", f.o.abort == 0 && f.wrong == 0);
    record_end();
  }
  return true;
}

bool stage_progress(probe_target *t, pst_why *why) {
  measure m;
  pst_protocol p;
  if (!measure_open(&m, t->context, t->device, why) || !pst_protocol_choose(&p, m.device, why) ||
      !measure_build(&m, &p, text, "persistify_progress", why))
    return false;
  static const size_t sizes[] = {32, 256, 1024};
  const unsigned most = m.device->hosted && !m.device->cpu ? 1 : sizeof sizes / sizeof *sizes; // a simulator: minutes
  for (unsigned s = 0; s < most && (s == 0 || sizes[s] <= m.limit); ++s)
    for (uint32_t test = 0; test < TESTS; ++test)
      for (uint32_t placement = 0; placement < PLACEMENTS; ++placement)
        if (!run_test(&m, test, placement, sizes[s] < m.limit ? sizes[s] : m.limit, why))
          return false;
  bool good = run_barriers(&m, &p, why);
  measure_close(&m);
  return good;
}
