//===- litmus.c - litmus tests of the memory model ---------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tests of ASPLOS'15 (appendix, figures 3 to 10) between work-groups: two
// threads, a few locations, and one outcome that only a weak memory shows. Each
// without fences, with OpenCL 1.x's mem_fence, and with the back end's full fence
// at device scope. The runtime does not rely on the first two; a weak outcome with
// the third means that its fences do not work, and persistify-probe says unfit. (But
// for sb with the OpenCL 1.x back end, whose mem_fence is not sequentially consistent.)
//
// As there: values of second stores have a high bit set and loads are masked, so
// that the compiler cannot join them; addresses that are equal hide behind a zero
// that it does not know. Resident groups in pairs, an instance for each pair of
// items, all starting behind a barrier; outcomes are compared behind the next.
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <stdio.h>

static const struct {
  const char *name, *weak;
} tests[] = {
    {"sb", "r0=0 r1=0"},      {"lb", "r0=1 r1=1"},     {"mp", "r0=1 r1=0"},
    {"coRR", "r0=1 r1=0"},    {"dlb-mp", "r0=1 r1=0"}, {"dlb-lb", "r0=1 r1=1"},
    {"cas-sl", "r0=0 r1=0"},  {"exch-sl", "r0=0 r1=0"},
};
enum { NUM_TESTS = sizeof tests / sizeof *tests, ROUNDS = 8 };
_Static_assert((int)NUM_TESTS == (int)MEASURE_LITMUS, "measure.h"); // NOLINT(readability-redundant-casting): GCC takes them for two kinds
static const char *const fences[] = {"none", "mem_fence", "device"};

// X and Y: locations of this instance; A and B: where its registers go.
// `at` in Y runs through another permutation, so that X and Y of one item do not
// lie at like places. Of any number of pairs: a prime that does not divide it, as 3 and 11 do that of
// 132 units, where instances shared their Y.
#define SPREAD 8209
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
static const char text[] =
    "#if FENCE == 0\n"
    "#define F()\n"
    "#elif FENCE == 1\n"
    "#define F() mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
    "#elif defined(P_BACKEND_PTX)\n"
    "#define F() asm volatile(\"fence.sc.gpu;\" : : : \"memory\")\n"
    "#elif defined(P_BACKEND_C11)\n"
    "#define F() atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device)\n"
    "#else\n"
    "#define F() mem_fence(CLK_GLOBAL_MEM_FENCE)\n"
    "#endif\n"
    "#define LOW(r) ((r) & 0x11u)\n"
    "#define NEXT(r) ((r) & 0x111u)\n"
    "void side(uint me, uint zero, volatile __global uint *x, volatile __global uint *y, __global uint *a,\n"
    "          __global uint *b) {\n"
    "  uint r0 = 0, r1 = 0;\n"
    "#if TEST == 0\n" // sb
    "  if (me == 0) { *x = 1; F(); r0 = *y; *a = r0; }\n"
    "  else { *y = 1; F(); r1 = *x; *b = r1; }\n"
    "#elif TEST == 1\n" // lb
    "  if (me == 0) { r0 = *x; F(); *y = 1; *a = r0; }\n"
    "  else { r1 = *y; F(); *x = 1; *b = r1; }\n"
    "#elif TEST == 2\n" // mp
    "  if (me == 0) { *x = 0x00000001u; F(); *y = 0x01000001u; }\n"
    "  else { r0 = *y; F(); r1 = *x; *a = LOW(r0); *b = NEXT(r1); }\n"
    "#elif TEST == 3\n" // coRR
    "  if (me == 0) { *x = 1; }\n"
    "  else { r0 = *x; F(); r1 = *(x + zero); *a = LOW(r0); *b = NEXT(r1); }\n"
    "#elif TEST == 4\n" // dlb-mp: x is d, y is t
    "  if (me == 0) { *x = 1; F(); uint r2 = *y; r2 = r2 + 1; *y = r2; }\n"
    "  else { r0 = *y; F(); r1 = *x; *a = LOW(r0); *b = NEXT(r1); }\n"
    "#elif TEST == 5\n" // dlb-lb: x is h, y is t
    "  if (me == 0) { r0 = atomic_cmpxchg(x, 0u, 1u); F(); *y = 1; *a = r0; }\n"
    "  else { r1 = *y; F(); atomic_cmpxchg(x, 0u, 1u); *b = r1; }\n"
    "#elif TEST == 6\n" // cas-sl: y is m, held (0 here is the published 1)
    "  if (me == 0) { *x = 1; F(); atomic_xchg(y, 1u); }\n"
    "  else { r0 = 1u - atomic_cmpxchg(y, 1u, 0u); F(); r1 = *x; *a = r0; *b = r1; }\n"
    "#else\n" // exch-sl
    "  if (me == 0) { *x = 1; F(); atomic_xchg(y, 1u); }\n"
    "  else { r0 = 1u - atomic_xchg(y, 0u); F(); r1 = *x; *a = r0; *b = r1; }\n"
    "#endif\n"
    "}\n"
    "uint weak(uint a, uint b) {\n"
    "#if TEST == 0 || TEST == 6 || TEST == 7\n"
    "  return a == 0 && b == 0;\n"
    "#elif TEST == 1 || TEST == 5\n"
    "  return a == 1 && b == 1;\n"
    "#else\n"
    "  return a == 1 && b == 0;\n"
    "#endif\n"
    "}\n"
    MEASURED_KERNEL("persistify_litmus", "rounds")
    "  uint pairs = p_get_num_groups() / 2, n = pairs * p_e.wg, zero = p_ctl[P_LINE - 1], count = 0;\n"
    "  uint me = p_get_group_id() % 2, pair = p_get_group_id() / 2, busy = pair < pairs;\n"
    "  for (uint round = 0; round < rounds; ++round) {\n"
    "    uint at = (pair * p_e.wg + (p_get_local_id() + me * round) % p_e.wg);\n"
    "    __global uint *base = data + round * n * 4;\n"
    "    P_BARRIER();\n"
    "    if (P_STEADY(busy))\n"
    "      side(me, zero, base + at, base + n + (at * " TEXT(SPREAD) "u + 7u) % n, base + 2 * n + at, base + 3 * n + at);\n"
    "    P_BARRIER();\n"
    "    if (P_STEADY(busy) && me == 0) count += weak(base[2 * n + at], base[3 * n + at]);\n"
    "  }\n"
    "  if (P_STEADY(count)) p_a_add(out, count);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

bool measure_litmus_test(measure *m, int test, int fence, double ms, measure_litmus *result, pst_why *why) {
  pst_protocol p;
  static char source[sizeof text + 64];
  snprintf(source, sizeof source, "#define TEST %d\n#define FENCE %d\n%s", test, fence, text);
  if (!pst_protocol_choose(&p, m->device, why) || !measure_build(m, &p, source, "persistify_litmus", why))
    return false;
  size_t wg = m->device->hosted ? 64 : 256;
  if (wg > m->limit)
    wg = m->limit;
  measure_launch l = {.wg = wg, .groups = m->device->units, .bound = m->device->units, .rounds = ROUNDS};
  if (m->device->hosted && l.groups > 8)
    l.groups = l.bound = 8;
  const uint32_t most = (uint32_t)(UINT32_MAX / SPREAD / wg); // pairs; fewer than SPREAD
  if (l.groups / 2 > most)
    l.groups = l.bound = 2 * most;
  *result = (measure_litmus){tests[test].name, fences[fence], tests[test].weak, 0, 0};
  double from = pst_now_ms();
  size_t bytes = (size_t)(l.groups / 2) * wg * 4 * 4 * ROUNDS;
  for (int launch = 0; launch < 400 && pst_now_ms() - from < ms; ++launch) {
    measure_figures f;
    uint32_t zero = 0;
    if (bytes && clEnqueueFillBuffer(m->queue, m->data, &zero, 4, 0, bytes, 0, NULL, NULL) != CL_SUCCESS)
      return pst_fail(why, "no memory");
    if (!measure_run(m, &l, &f, why))
      return false;
    if (f.o.abort)
      return pst_fail(why, "given up: %s", pst_bail_text(f.o.abort));
    const uint64_t pairs = f.o.count / 2;
    result->instances += (double)pairs * (double)wg * ROUNDS;
    result->weak += f.wrong;
  }
  return true;
}
