//===- library.c - ids, copies, fills, puts and fetches of the device library ==//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One region does everything once. Ids: for NDRanges of 1 to 3 dimensions, with
// offsets, each original item adds a number made of all its ids to its own cell;
// the host computes the same. Memory: every width at every alignment.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "frame.h"

static const char source[] = "__kernel void noop(__global int *p) { p[0] = 1; }\n";

enum { NX = 24, NY = 10, NZ = 6, CELLS = NX * NY * NZ, RANGES = 6, BYTES = 4096 };

static const char device[] =
    "#define CELLS (24 * 10 * 6)\n"
    "P_PHASE uint code(const p_ids *v) {\n"
    "  uint c = v_get_work_dim(v);\n"
    "  for (uint d = 0; d < 3; ++d) {\n"
    "    c = c * 31 + (uint)v_get_global_id(v, d);\n"
    "    c = c * 31 + (uint)v_get_global_size(v, d);\n"
    "    c = c * 31 + (uint)v_get_global_offset(v, d);\n"
    "  }\n"
    "  return c;\n"
    "}\n"
    "P_PHASE uint group_code(const p_ids *v) {\n"
    "  uint c = code(v);\n"
    "  for (uint d = 0; d < 3; ++d) {\n"
    "    c = c * 31 + (uint)v_get_local_id(v, d);\n"
    "    c = c * 31 + (uint)v_get_local_size(v, d);\n"
    "    c = c * 31 + (uint)v_get_group_id(v, d);\n"
    "    c = c * 31 + (uint)v_get_num_groups(v, d);\n"
    "  }\n"
    "  return c * 31 + (uint)v_get_local_linear_id(v);\n"
    "}\n"
    "P_PHASE void items(__global uint *out, const p_ids *v) {\n"
    "  size_t at = v_get_global_linear_id(v);\n"
    "  if (at % 3 == 0) { if (at % 2 == 0) out[at] += code(v); else out[at] += code(v) + 0; } else { out[at] += code(v); }\n"
    "}\n"
    "P_PHASE void groups(__global uint *out, __local uint *t, const p_ids *v) {\n"
    "  uint l = (uint)v_get_local_linear_id(v);\n"
    "  if (P_ON(v)) t[l] = group_code(v);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint n = (uint)(v_get_local_size(v, 0) * v_get_local_size(v, 1) * v_get_local_size(v, 2));\n"
    "  uint got = t[(l + 1) % n];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (P_ON(v)) t[(l + 1) % n] = got;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (P_ON(v)) out[v_get_global_linear_id(v)] += t[l];\n"
    "}\n"
    "#define ITEMS(k, dim, ox, oy, oz, gx, gy, gz) \\\n"
    "  { p_range r; uint ok = p_range_make(&p_e, &r, dim, ox, oy, oz, gx, gy, gz, 1, 1, 1, 0, 4096, 1); \\\n"
    "    if (ok > P_RANGE_SKIP) P_BAIL(ok, 100 + k); \\\n"
    "    P_FOR_ITEMS(p_v, r) items(out + (k) * CELLS, p_v); } \\\n"
    "  P_BARRIER();\n"
    "#define GROUPS(k, dim, ox, oy, oz, gx, gy, gz, lx, ly, lz, has) \\\n"
    "  { p_range r; uint ok = p_range_make(&p_e, &r, dim, ox, oy, oz, gx, gy, gz, lx, ly, lz, has, 4096, 1); \\\n"
    "    if (ok > P_RANGE_SKIP) P_BAIL(ok, 200 + k); \\\n"
    "    P_FOR_GROUPS(p_v, r, 0) groups(out + (k) * CELLS, (__local uint *)p_arena, p_v); } \\\n"
    "  P_BARRIER();\n"
    PERSISTENT_KERNEL("persistify_region_1", "__global uchar *p_h0, __global uchar *p_h1, __global uchar *p_h2")
    "  __global uint *out = (__global uint *)p_h0;\n"
    "  int turns = (int)p_state_get(&p_e, 0);\n"
    "  uint eight = (uint)p_state_get(&p_e, 8); // not a constant: unrolling costs PoCL a minute\n"
    "  for (int turn = 0; turn < turns; ++turn) {\n"
    "    ITEMS(0, 1, 5, 0, 0, 1440, 1, 1)\n"
    "    ITEMS(1, 2, 3, 1000, 0, 24, 60, 1)\n"
    "    ITEMS(2, 3, 1, 2, 3, 24, 10, 6)\n"
    "    GROUPS(3, 1, 7, 0, 0, 1440, 1, 1, 48, 1, 1, 1)\n"
    "    GROUPS(4, 3, 1, 2, 3, 24, 10, 6, 4, 5, 3, 1)\n"
    "    GROUPS(5, 2, 0, 9, 0, 24, 60, 1, 0, 0, 0, 0)\n"
    "    ITEMS(0, 1, 0, 0, 0, 0, 1, 1)\n"
    "    P_BARRIER();\n"
    "    p_fill(&p_e, p_h1, 0xa5, 1, 256);\n"
    "    P_BARRIER();\n"
    "    p_fill(&p_e, p_h1 + 256, 0x1234, 2, 64);\n"
    "    p_fill(&p_e, p_h1 + 322, 0x5678, 2, 62);\n"
    "    p_fill(&p_e, p_h1 + 388, 0xdeadbeef, 4, 124);\n"
    "    p_fill(&p_e, p_h1 + 512, 0x0123456789abcdeful, 8, 64);\n"
    "    P_BARRIER();\n"
    "    p_copy(&p_e, p_h2, p_h1, 512);\n"
    "    p_copy(&p_e, p_h2 + 516, p_h1 + 4, 250);\n"
    "    p_copy(&p_e, p_h2 + 801, p_h1 + 2, 333);\n"
    "    P_BARRIER();\n"
    "    for (uint i = 0; i < eight; ++i) {\n"
    "      if (p_is_first(&p_e)) p_put8(p_h1 + 1024 + 16 * i + i, 0x1122334455667788ul + i);\n"
    "      if (p_is_first(&p_e)) p_put4(p_h1 + 1280 + 16 * i + i, 0x99aabbccu + i);\n"
    "      if (p_is_first(&p_e)) p_put2(p_h1 + 1536 + 16 * i + i, 0xddeeu + i);\n"
    "      if (p_is_first(&p_e)) p_put1(p_h1 + 1792 + 16 * i + i, 0xf0u + i);\n"
    "    }\n"
    "    P_BARRIER();\n"
    "    ulong sum = 0;\n"
    "    for (uint i = 0; i < eight; ++i) {\n"
    "      sum = sum * 31 + p_fetch8(&p_e, p_h1 + 1024 + 16 * i + i);\n"
    "      sum = sum * 31 + p_fetch4(&p_e, p_h1 + 1280 + 16 * i + i);\n"
    "      sum = sum * 31 + p_fetch2(&p_e, p_h1 + 1536 + 16 * i + i);\n"
    "      sum = sum * 31 + p_fetch1(&p_e, p_h1 + 1792 + 16 * i + i);\n"
    "    }\n"
    "    if (p_get_local_id() == p_e.wg - 1 && p_get_group_id() == p_get_num_groups() - 1)\n"
    "      p_put8(p_h2 + 2048, sum);\n"
    "    P_BARRIER();\n"
    "  }\n"
    "  p_leave(&p_e, 3);\n"
    "}\n";

static const persistify_slot slots[] = {
    {PERSISTIFY_QUEUE, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "queue", NULL, 0},
    {PERSISTIFY_KERNEL, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "noop", "noop", 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 0, PERSISTIFY_NONE, "turns", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 8, PERSISTIFY_NONE, "eight", NULL, 0},
    {PERSISTIFY_BUFFER, PERSISTIFY_IN, 0, PERSISTIFY_NONE, 0, "out", NULL, 0},
    {PERSISTIFY_BUFFER, PERSISTIFY_IN, 0, PERSISTIFY_NONE, 1, "one", NULL, 0},
    {PERSISTIFY_BUFFER, PERSISTIFY_IN, 0, PERSISTIFY_NONE, 2, "two", NULL, 0},
};
static const persistify_handle handles[] = {
    {PERSISTIFY_NONE, 1, NULL, 0, 0, 0}, {PERSISTIFY_NONE, 1, NULL, 0, 0, 0}, {PERSISTIFY_NONE, 1, NULL, 0, 0, 0}};
static const persistify_hint local[] = {{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {64, 1, 1}}};

typedef struct shape {
  unsigned dim, grouped, o[3], g[3], l[3];
} shape;
static const shape shapes[RANGES] = {
    {1, 0, {5, 0, 0}, {1440, 1, 1}, {1, 1, 1}},    {2, 0, {3, 1000, 0}, {24, 60, 1}, {1, 1, 1}},
    {3, 0, {1, 2, 3}, {24, 10, 6}, {1, 1, 1}},     {1, 1, {7, 0, 0}, {1440, 1, 1}, {48, 1, 1}},
    {3, 1, {1, 2, 3}, {24, 10, 6}, {4, 5, 3}},     {2, 1, {0, 9, 0}, {24, 60, 1}, {24, 1, 1}},
};

// What item `at` of a shape computes, in the order of the device code.
static uint32_t item_code(const shape *s, unsigned at) {
  unsigned x[3] = {at % s->g[0], at / s->g[0] % s->g[1], at / (s->g[0] * s->g[1])};
  uint32_t c = s->dim;
  for (int d = 0; d < 3; ++d) {
    c = c * 31 + x[d] + s->o[d];
    c = c * 31 + s->g[d];
    c = c * 31 + s->o[d];
  }
  if (!s->grouped)
    return c;
  for (int d = 0; d < 3; ++d) {
    c = c * 31 + x[d] % s->l[d];
    c = c * 31 + s->l[d];
    c = c * 31 + x[d] / s->l[d];
    c = c * 31 + s->g[d] / s->l[d];
  }
  return c * 31 + (x[2] % s->l[2] * s->l[1] + x[1] % s->l[1]) * s->l[0] + x[0] % s->l[0];
}

static void fill(unsigned char *to, uint64_t pattern, int width, int bytes) {
  for (int i = 0; i < bytes; ++i)
    to[i] = (unsigned char)(pattern >> (i % width * 8));
}

int main(void) {
  bench b = open_bench();
  cl_program program = build(&b, source, "");
  cl_kernel any = kernel(program, "noop");
  static uint32_t cells[RANGES][CELLS];
  static unsigned char one[BYTES], two[BYTES], got[BYTES];
  cl_mem out = buffer(&b, sizeof cells, cells), first = buffer(&b, BYTES, one), second = buffer(&b, BYTES, two);
  static uint64_t hash;
  hash = persistify_hash(source, strlen(source));
  static persistify_region r;
  r.abi = PERSISTIFY_ABI;
  r.file = "library.c";
  r.line = 1;
  r.entry = "persistify_region_1";
  r.device_code = device;
  r.hashes = &hash;
  r.num_hashes = 1;
  r.slots = slots;
  r.num_slots = sizeof slots / sizeof *slots;
  r.handles = handles;
  r.num_handles = 3;
  r.state_bytes = 16;
  r.limits_state = PERSISTIFY_NONE;
  r.local = local;
  r.num_local = 1;
  r.arena_bytes = 256 * 4;
  int turns = 3, eight = 8, bad = 0;
  cl_command_queue queue = b.queue;
  void *const bind[] = {&queue, &any, &turns, &eight, &out, &first, &second};
  CHECK(persistify_run(&r, bind) == 3);
  read_all(&b, out, sizeof cells, cells);
  for (int k = 0; k < RANGES; ++k)
    for (unsigned at = 0; at < CELLS; ++at) {
      const shape *s = &shapes[k];
      uint32_t want = item_code(s, at) * (uint32_t)turns;
      if (cells[k][at] != want && bad++ < 10)
        fprintf(stderr, "range %d, item %u: %u, not %u\n", k, at, cells[k][at], want);
    }
  fill(one, 0xa5, 1, 256);
  fill(one + 256, 0x1234, 2, 64);
  fill(one + 322, 0x5678, 2, 62);
  fill(one + 388, 0xdeadbeef, 4, 124);
  fill(one + 512, 0x0123456789abcdef, 8, 64);
  // Copies of the first turn saw zeros where the puts are; those ranges are not copied.
  memcpy(two, one, 512);
  memcpy(two + 516, one + 4, 250);
  memcpy(two + 801, one + 2, 333);
  uint64_t sum = 0;
  for (int i = 0; i < 8; ++i) {
    fill(one + 1024 + 17 * i, 0x1122334455667788u + (uint64_t)i, 8, 8);
    fill(one + 1280 + 17 * i, 0x99aabbccu + (unsigned)i, 4, 4);
    fill(one + 1536 + 17 * i, 0xddeeu + (unsigned)i, 2, 2);
    fill(one + 1792 + 17 * i, 0xf0u + (unsigned)i, 1, 1);
    sum = sum * 31 + (0x1122334455667788u + (uint64_t)i);
    sum = sum * 31 + (0x99aabbccu + (unsigned)i);
    sum = sum * 31 + (0xddeeu + (unsigned)i);
    sum = sum * 31 + (0xf0u + (unsigned)i);
  }
  memcpy(two + 2048, &sum, 8);
  for (int which = 0; which < 2; ++which) {
    const unsigned char *want = which ? two : one;
    read_all(&b, which ? second : first, BYTES, got);
    for (int i = 0; i < BYTES; ++i)
      if (got[i] != want[i] && bad++ < 20)
        fprintf(stderr, "buffer %d, byte %d: %02x, not %02x\n", which, i, got[i], want[i]);
  }
  printf("library: %s\n", bad ? "FAILED" : "ok");
  return bad != 0;
}
