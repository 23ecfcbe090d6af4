//===- forms.c - each form of barrier, back-off and discovery ---------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each form: barriers and gatherings with payload; dense numbers of groups, each once; all
// reductions, against the host's; a group that gives up alone, which the others
// must follow at once and not by their time budgets; and a wait for a group that
// never comes, which ends by the budget.
//
//   forms [barriers|discoveries|backoffs] [NAME]
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "measure.h"

// The last argument: rounds, or GIVE_UP and the round in which the last group
// leaves with a reason, or MISSING: it leaves without.
enum { GIVE_UP = 0x10000, MISSING = 0x20000, NUMBERS = 64 };
static const char text[] =
    MEASURED_KERNEL("forms", "rounds")
    "  __local uint raised;\n"
    "  uint wrong = 0, all = p_get_global_size(), me = p_get_global_id(), n = p_get_num_groups();\n"
    "  uint odd = (rounds & 0x30000u) != 0, last = p_get_group_id() == n - 1;\n"
    "  uint other = me + p_e.wg;\n"
    "  if (other >= all) other -= all;\n"
    "  if (p_get_local_id() == 0 && p_get_group_id() < 64) p_a_add(out + 1 + p_get_group_id(), 1);\n"
    "  for (uint round = 1; round <= (rounds & 0xffffu); ++round) {\n"
    "    if (odd && last && round == 7) {\n"
    "      if ((rounds & 0x20000u) == 0) P_BAIL(P_BAIL_PATH, 77);\n"
    "      return;\n"
    "    }\n"
    "    __global uint *now = data + (round & 1) * all;\n"
    "    now[me] = round;\n"
    "    if (round % 3 == 0) {\n" // a barrier too
    "      if (p_gather(&p_e)) return;\n"
    "    } else {\n"
    "      P_BARRIER();\n"
    "    }\n"
    "    wrong += now[other] != round;\n"
    "    uint value = (p_get_group_id() * 2654435761u + round) ^ (p_get_local_id() & 7), got = 0;\n"
    "    uint most = 0, least = 0xffffffffu, any = 0, sum = 0;\n"
    "    int imost = -2147483647 - 1, ileast = 2147483647;\n"
    "    for (uint i = 0; i < 8 * n; ++i) {\n" // the work-group size is a multiple of 8
    "      uint v = (i / 8 * 2654435761u + round) ^ (i & 7);\n"
    "      most = max(most, v); least = min(least, v); any |= v & 0x10101u << round % 8; sum += v * (p_e.wg / 8);\n"
    "      imost = max(imost, (int)v); ileast = min(ileast, (int)v);\n"
    "    }\n"
    "    P_BARRIER_REDUCE(P_REDUCE_MAX, value, got); wrong += got != most;\n"
    "    now[me] = round + 100;\n"
    "    if (round % 2 && me == round * 7 % all) p_e.sh->partial = 1;\n"
    "    P_BARRIER_ANY(&raised); wrong += (raised != 0) != round % 2; wrong += now[other] != round + 100;\n"
    "    if (round % 3 == 2 && me == all - 1) p_e.sh->partial = 1;\n"
    "    P_BARRIER_ANY(&raised); wrong += (raised != 0) != (round % 3 == 2);\n"
    "    P_BARRIER_REDUCE(P_REDUCE_MIN, value, got); wrong += got != least;\n"
    "    P_BARRIER_REDUCE(P_REDUCE_OR, value & 0x10101u << round % 8, got); wrong += got != any;\n"
    "    P_BARRIER_REDUCE(P_REDUCE_SUM, value, got); wrong += got != sum;\n"
    "    P_BARRIER_REDUCE(P_REDUCE_IMAX, value, got); wrong += (int)got != imost;\n"
    "    P_BARRIER_REDUCE(P_REDUCE_IMIN, value, got); wrong += (int)got != ileast;\n"
    "  }\n"
    "  if (P_STEADY(wrong)) p_a_add(out, wrong);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static measure m;
static int bad;

static void fail(const char *name, const char *what, uint32_t value) {
  printf("%s: %s (%u)\n", name, what, value);
  ++bad;
}

static void check_form(const pst_protocol *p, const char *name, size_t wg, uint32_t rounds) {
  pst_why why;
  if (!measure_build(&m, p, text, "forms", &why)) {
    printf("%s: %s\n", name, why.text);
    ++bad;
    return;
  }
  uint32_t groups = pst_device_groups(m.device, wg), seen[NUMBERS + 1] = {0};
  if (m.device->hosted && groups > 8)
    groups = 8;
  measure_launch l = {.wg = wg, .groups = groups, .bound = m.device->cpu ? groups : 0, .rounds = rounds};
  measure_figures f = {0};
  // A busy machine may start one group only, which tests nothing.
  for (int again = 0; again < 5 && f.o.count < 2; ++again) {
    CL(clEnqueueWriteBuffer(m.queue, m.out, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL));
    if (!measure_run(&m, &l, &f, &why)) {
      printf("%s: %s\n", name, why.text);
      ++bad;
      return;
    }
  }
  uint32_t count = f.o.count;
  printf("%s: %u groups of %zu, %u rounds, %.0f us\n", name, count, wg, rounds, f.us);
  if (f.o.abort || f.o.done != count)
    fail(name, "given up", f.o.abort);
  if (f.wrong)
    fail(name, "wrong data", f.wrong);
  CL(clEnqueueReadBuffer(m.queue, m.out, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL));
  for (uint32_t i = 0; i < NUMBERS; ++i)
    if (seen[1 + i] != (i < count))
      fail(name, "number of a group taken otherwise than once", i);
  if (count < 2)
    return;
  // One gives up: long before the budget all have left.
  l.rounds = GIVE_UP | 20;
  l.spin_ms = 20000;
  double from = pst_now_ms();
  CHECK(measure_run(&m, &l, &f, &why));
  if (f.o.count >= 2 && (f.o.abort != P_BAIL_PATH || f.o.line != 77))
    fail(name, "others did not follow the group that gave up", f.o.abort);
  if (pst_now_ms() - from > 10000)
    fail(name, "others followed late", (uint32_t)(pst_now_ms() - from));
  l.rounds = MISSING | 20;
  l.spin_ms = 20;
  CHECK(measure_run(&m, &l, &f, &why));
  if (f.o.count >= 2 && f.o.abort != P_BAIL_TIME)
    fail(name, "the time budget did not end a wait", f.o.abort);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "", *only = argc > 2 ? argv[2] : NULL;
  bench b = open_bench();
  pst_why why;
  if (!measure_open(&m, b.context, b.device, &why)) {
    printf("device unfit: %s\n", why.text);
    return 77;
  }
  pst_protocol own, p;
  CHECK(pst_protocol_choose(&own, m.device, &why));
  size_t wg = m.device->cpu ? 32 : m.device->hosted ? 8 : 128;
  uint32_t rounds = m.device->hosted && !m.device->cpu ? 8 : 24;
  for (const pst_form *form = pst_barriers; form->name && (!*what || strcmp(what, "barriers") == 0); ++form)
    if (!only || strcmp(only, form->name) == 0) {
      p = own;
      p.barrier = form;
      check_form(&p, form->name, wg, rounds);
    }
  for (const pst_form *form = pst_discoveries; form->name && (!*what || strcmp(what, "discoveries") == 0); ++form)
    if (!only || strcmp(only, form->name) == 0) {
      p = own;
      p.discovery = form;
      check_form(&p, form->name, wg, rounds);
    }
  for (const pst_form *form = pst_backoffs; form->name && (!*what || strcmp(what, "backoffs") == 0); ++form)
    if (!only || strcmp(only, form->name) == 0) {
      p = own;
      p.backoff = form;
      check_form(&p, form->name, wg, rounds);
    }
  measure_close(&m);
  printf("forms: %s\n", bad ? "FAILED" : "ok");
  return bad != 0;
}
