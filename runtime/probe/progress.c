//===- progress.c - who may wait for whom -----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounded tests of the progress models (CONCUR'18), at work-group sizes that are
// used, with grids larger than what is resident:
//
//  obe    two groups that both have begun hand a turn to and fro. What has begun
//         goes on (occupancy-bound execution): without it no barrier is possible.
//  lobe   each group waits until one of lower number has begun.
//  fair   each group waits until one of higher number has begun; expected to fail
//         on GPUs. For information.
//
// Who is paired with whom: `near` (g and g+1), `far` (g and g + half the grid).
//
//===----------------------------------------------------------------------===//
#include "probe.h"

#include <stdio.h>

enum { OBE, LOBE, FAIR, TESTS, FAR = 16, TURNS = 32 };

static const char text[] =
    "#define WORD(i) (data + (i) * 32)\n"
    "uint progress(__global uint *p_ctl, __global uint *data, __global uint *out, uint test) {\n"
    "  uint n = (uint)get_num_groups(0), g = (uint)get_group_id(0), reach = n / 2;\n"
    "  uint gone = 0, way = test & 15;\n"
    "  if (way == 0) {\n"
    "    uint pair = test & 16 ? g % reach : g / 2, side = test & 16 ? g / reach : g % 2;\n"
    "    if (side > 1 || pair >= reach) return 0;\n"
    "    __global uint *met = WORD(4 * pair), *mine = WORD(4 * pair + 1 + side), *other = WORD(4 * pair + 2 - side);\n"
    "    uint before = p_a_add(met, 1);\n"
    "    if (before & P_CLOSED) return 0;\n"
    "    if (before == 0) {\n" // nobody may wait for who has not begun: close after a while
    "      for (uint i = 0, most = max(20000u, p_ctl[P_CTL_WINDOW]); i < most && p_a_poll(met) == 1; ++i) ;\n"
    "      if ((p_a_or(met, P_CLOSED) & ~P_CLOSED) < 2) return 0;\n"
    "    }\n"
    "    p_a_add(out + 1, side);\n"
    "    for (uint turn = 1; turn <= 32 && !gone; ++turn) {\n"
    "      if (side == 0) p_a_arrive(mine, 1);\n"
    "      gone = p_wait_alone(p_ctl, p_budget(p_ctl), other, turn);\n"
    "      if (side == 1 && !gone) p_a_arrive(mine, 1);\n"
    "    }\n"
    "    return gone;\n"
    "  }\n"
    "  uint step = test & 16 ? reach : 1;\n"
    "  p_a_arrive(WORD(g), 1);\n"
    "  if (way == 1 && g >= step) gone = p_wait_alone(p_ctl, p_budget(p_ctl), WORD(g - step), 1);\n"
    "  if (way == 2 && g + step < n) gone = p_wait_alone(p_ctl, p_budget(p_ctl), WORD(g + step), 1);\n"
    "  p_a_add(out + 1, 1);\n"
    "  return gone;\n"
    "}\n"
    "__kernel void persistify_progress(__global uint *p_ctl, __global uchar *p_state, __local uchar *p_arena,\n"
    "                                  __global uint *data, __global uint *out, uint test) {\n"
    "  uint lid = (uint)get_local_id(0);\n"
    "  if (P_STEADY(lid) == 0 && progress(p_ctl, data, out, test)) p_a_add(out, 1);\n"
    "  p_wg_barrier();\n"
    "}\n";

bool stage_progress(probe_target *t, pst_why *why) {
  static const char *const names[TESTS] = {"obe", "lobe", "fair"};
  measure m;
  pst_protocol p;
  if (!measure_open(&m, t->context, t->device, why) || !pst_protocol_choose(&p, m.device, why) ||
      !measure_build(&m, &p, text, "persistify_progress", why))
    return false;
  static const size_t sizes[] = {32, 256, 1024};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes && (s == 0 || sizes[s] <= m.limit); ++s)
    for (uint32_t test = 0; test < TESTS; ++test)
      for (uint32_t far = 0; far <= 1; ++far) {
        size_t wg = sizes[s] < m.limit ? sizes[s] : m.limit;
        uint32_t groups = pst_device_groups(m.device, wg) * (m.device->hosted ? 8 : 4);
        if (groups > m.device->units * 64)
          groups = m.device->units * 64; // two lines for each group is what `data` has room for
        measure_launch l = {.wg = wg, .groups = groups, .rounds = test | (far ? FAR : 0), .spin_ms = test == FAIR ? 50 : 2000};
        measure_figures f;
        uint32_t zero = 0, met = 0;
        bool good = clEnqueueFillBuffer(m.queue, m.data, &zero, 4, 0, (size_t)groups * 2 * 128, 0, NULL, NULL) == CL_SUCCESS &&
                    clEnqueueFillBuffer(m.queue, m.out, &zero, 4, 0, 64, 0, NULL, NULL) == CL_SUCCESS;
        if (!good || !measure_run(&m, &l, &f, why))
          return good ? false : pst_fail(why, "no memory");
        good = clEnqueueReadBuffer(m.queue, m.out, CL_TRUE, 4, 4, &met, 0, NULL, NULL) == CL_SUCCESS;
        record_begin("progress");
        record_text("test", names[test]);
        record_text("pairs", far ? "far" : "near");
        record_number("wg", (double)wg);
        record_number("groups", groups);
        record_number(test == OBE ? "pairs_met" : "groups_done", met);
        record_flag("passed", good && f.o.abort == 0 && f.wrong == 0);
        record_end();
      }
  measure_close(&m);
  return true;
}
