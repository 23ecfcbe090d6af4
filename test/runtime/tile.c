//===- tile.c - group-stride phases, local memory, surplus items -----------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop:
//
//     for (i = 0; i < rounds; ++i) {
//       shift(a, b, local 48 ints, 7), 1-D with offset, local 48
//       transpose(b, a), 2-D, local 16 x 16, tile [16][17]
//     }
//
// The physical work-group has 256 items, so `shift` runs with 208 surplus ones
// (rule K1). With arguments: "wg" starts with a group of 48 and must be asked
// for more, "arena" starts with too little local memory, "equal" tells the
// runtime that `transpose` tolerates no surplus items. A second argument is the
// number of rounds.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include "frame.h"

static const char source[] =
    "__kernel void shift(__global const int *in, __global int *out, __local int *t, int add) {\n"
    "  int l = get_local_id(0), g = get_global_id(0) - get_global_offset(0), n = get_local_size(0);\n"
    "  t[l] = in[g];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[g] = t[(l + 1) % n] + add + (int)get_group_id(0) + (int)get_num_groups(0);\n"
    "}\n"
    "__kernel void transpose(__global const int *in, __global int *out) {\n"
    "  __local int tile[16][17];\n"
    "  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);\n"
    "  tile[get_local_id(1)][get_local_id(0)] = in[y * w + x];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  x = get_group_id(1) * 16 + get_local_id(0);\n"
    "  y = get_group_id(0) * 16 + get_local_id(1);\n"
    "  out[y * h + x] = tile[get_local_id(0)][get_local_id(1)];\n"
    "}\n";

static const char device[] =
    "#define get_global_id(d) v_get_global_id(p_v, d)\n"
    "#define get_global_size(d) v_get_global_size(p_v, d)\n"
    "#define get_global_offset(d) v_get_global_offset(p_v, d)\n"
    "#define get_local_id(d) v_get_local_id(p_v, d)\n"
    "#define get_local_size(d) v_get_local_size(p_v, d)\n"
    "#define get_group_id(d) v_get_group_id(p_v, d)\n"
    "#define get_num_groups(d) v_get_num_groups(p_v, d)\n"
    "P_PHASE void shift_phase(__global const int *in, __global int *out, __local int *t, int add,\n"
    "                         const p_ids *p_v) {\n"
    "  int l = get_local_id(0), g = get_global_id(0) - get_global_offset(0), n = get_local_size(0);\n"
    "  if (P_ON(p_v)) t[l] = in[g];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (P_ON(p_v)) out[g] = t[(l + 1) % n] + add + (int)get_group_id(0) + (int)get_num_groups(0);\n"
    "}\n"
    "P_PHASE void transpose_phase(__global const int *in, __global int *out, __local int (*tile)[16][17],\n"
    "                             const p_ids *p_v) {\n"
    "  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);\n"
    "  if (P_ON(p_v)) (*tile)[get_local_id(1)][get_local_id(0)] = in[y * w + x];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  x = get_group_id(1) * 16 + get_local_id(0);\n"
    "  y = get_group_id(0) * 16 + get_local_id(1);\n"
    "  if (P_ON(p_v)) out[y * h + x] = (*tile)[get_local_id(0)][get_local_id(1)];\n"
    "}\n"
    "#undef get_global_id\n#undef get_global_size\n#undef get_global_offset\n#undef get_local_id\n"
    "#undef get_local_size\n#undef get_group_id\n#undef get_num_groups\n"
    PERSISTENT_KERNEL("persistify_region_1", "__global uchar *p_h0, __global uchar *p_h1")
    "  int i = (int)p_state_get(&p_e, 0);\n"
    "  int rounds = (int)p_state_get(&p_e, 8);\n"
    "  p_buf a = p_buf_make(p_h0, 0, p_state_get(&p_e, 16));\n"
    "  p_buf b = p_buf_make(p_h1, 1, p_state_get(&p_e, 24));\n"
    "  ulong shift_2 = p_state_get(&p_e, 32);\n"
    "  int shift_3 = *(__global const int *)(p_state + 40);\n"
    "  int w = (int)p_state_get(&p_e, 48), h = (int)p_state_get(&p_e, 56);\n"
    "  int equal = (int)p_state_get(&p_e, 80);\n"
    "  for (; i < rounds; i = (int)((uint)i + 1u)) {\n"
    "    if (p_e.ctl[P_CTL_ARENA] < 1088 || p_e.ctl[P_CTL_ARENA] < shift_2) P_BAIL_NEED(P_BAIL_ARENA, 8, 1088);\n"
    "    {\n"
    "      p_range p_r;\n"
    "      uint p_ok = p_range_make(&p_e, &p_r, 1, 96, 0, 0, (ulong)w * h, 1, 1, 48, 1, 1, 1, p_state_get(&p_e, 64), 0);\n"
    "      if (p_ok > P_RANGE_SKIP) P_BAIL(p_ok, 9);\n"
    "      P_FOR_GROUPS(p_v, p_r, 0)\n"
    "        shift_phase((__global const int *)a.p, (__global int *)b.p, (__local int *)(p_arena + 0), shift_3, p_v);\n"
    "    }\n"
    "    P_BARRIER();\n"
    "    {\n"
    "      p_range p_r;\n"
    "      uint p_ok = p_range_make(&p_e, &p_r, 2, 0, 0, 0, (ulong)w, (ulong)h, 1, 16, 16, 1, 1, p_state_get(&p_e, 72), 0);\n"
    "      if (p_ok > P_RANGE_SKIP) P_BAIL(p_ok, 10);\n"
    "      P_FOR_GROUPS(p_v, p_r, equal)\n"
    "        transpose_phase((__global const int *)b.p, (__global int *)a.p, (__local int (*)[16][17])(p_arena + 0), p_v);\n"
    "    }\n"
    "    P_BARRIER();\n"
    "  }\n"
    "  if (p_is_first(&p_e))\n"
    "    p_state_put(&p_e, 0, (ulong)i);\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

static const persistify_slot slots[] = {
    {PERSISTIFY_QUEUE, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "queue", NULL, 0},
    {PERSISTIFY_KERNEL, PERSISTIFY_IN, 0, 64, PERSISTIFY_NONE, "shift", "shift", 0},
    {PERSISTIFY_KERNEL, PERSISTIFY_IN, 0, 72, PERSISTIFY_NONE, "transpose", "transpose", 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN | PERSISTIFY_OUT, 4, 0, PERSISTIFY_NONE, "i", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 8, PERSISTIFY_NONE, "rounds", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 48, PERSISTIFY_NONE, "w", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 56, PERSISTIFY_NONE, "h", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 80, PERSISTIFY_NONE, "equal", NULL, 0},
};
static const persistify_arg args[] = {
    {1, 0, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 0, PERSISTIFY_NONE, NULL},
    {1, 1, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 1, PERSISTIFY_NONE, NULL},
    {1, 2, PERSISTIFY_ARG_LOCAL, PERSISTIFY_ARG_RECORDED, 0, 32, PERSISTIFY_NONE, PERSISTIFY_NONE, NULL},
    {1, 3, PERSISTIFY_ARG_VALUE, PERSISTIFY_ARG_RECORDED, 4, 40, PERSISTIFY_NONE, PERSISTIFY_NONE, NULL},
    {2, 0, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 1, PERSISTIFY_NONE, NULL},
    {2, 1, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 0, PERSISTIFY_NONE, NULL},
};
static const persistify_handle handles[] = {{16, 1, NULL, 0, 0, 0}, {24, 1, NULL, 0, 0, 0}};
static const persistify_pair distinct[] = {{0, 1}};
static const persistify_hint wide[] = {
    {{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {48, 1, 1}},
    {{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {16, 16, 1}},
};

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int w = 96, h = 64, rounds = argc > 2 ? atoi(argv[2]) : 40, i = 0, equal = strcmp(how, "equal") == 0, seven = 7;
  size_t bytes = (size_t)w * h * sizeof(int);
  bench b = open_bench();
  cl_program program = build(&b, source, "");
  cl_kernel shift = kernel(program, "shift"), transpose = kernel(program, "transpose");
  int *data = malloc(bytes), *want = malloc(bytes), *next = malloc(bytes);
  for (int k = 0; k < w * h; ++k)
    data[k] = k * 37 % 1001;
  cl_mem a = buffer(&b, bytes, data), c = buffer(&b, bytes, data);
  CL(clSetKernelArg(shift, 0, sizeof a, &a));
  CL(clSetKernelArg(shift, 1, sizeof c, &c));
  CL(clSetKernelArg(shift, 2, 48 * sizeof(int), NULL));
  CL(clSetKernelArg(shift, 3, sizeof seven, &seven));
  CL(clSetKernelArg(transpose, 0, sizeof c, &c));
  CL(clSetKernelArg(transpose, 1, sizeof a, &a));

  static uint64_t hash;
  hash = persistify_hash(source, strlen(source));
  static persistify_region r;
  r.abi = PERSISTIFY_ABI;
  r.file = "tile.c";
  r.line = 8;
  r.entry = "persistify_region_1";
  r.device_code = device;
  r.hashes = &hash;
  r.num_hashes = 1;
  r.slots = slots;
  r.num_slots = sizeof slots / sizeof *slots;
  r.args = args;
  r.num_args = sizeof args / sizeof *args;
  r.handles = handles;
  r.num_handles = 2;
  r.distinct = distinct;
  r.num_distinct = 1;
  r.state_bytes = 88;
  r.limits_state = PERSISTIFY_NONE;
  r.local = wide;
  r.num_local = strcmp(how, "wg") == 0 ? 1 : 2;
  r.uniform_local = 0;
  r.arena_bytes = strcmp(how, "arena") == 0 ? 64 : 1088;

  cl_command_queue queue = b.queue;
  void *const bind[] = {&queue, &shift, &transpose, &i, &rounds, &w, &h, &equal};
  int taken = persistify_run(&r, bind);
  CHECK((taken == 0) == want_persistent());
  if (taken == PERSISTIFY_ORIGINAL)
    for (i = 0; i < rounds; ++i) {
      size_t offset = 96, global = (size_t)w * h, local = 48, global2[2] = {(size_t)w, (size_t)h}, local2[2] = {16, 16};
      CL(clEnqueueNDRangeKernel(b.queue, shift, 1, &offset, &global, &local, 0, NULL, NULL));
      CL(clEnqueueNDRangeKernel(b.queue, transpose, 2, NULL, global2, local2, 0, NULL, NULL));
    }
  CHECK(i == rounds);

  memcpy(want, data, bytes);
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < w * h; ++k)
      next[k] = want[k / 48 * 48 + (k % 48 + 1) % 48] + seven + k / 48 + w * h / 48;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        want[x * h + y] = next[y * w + x];
  }
  read_all(&b, a, bytes, data);
  for (int k = 0; k < w * h; ++k)
    if (data[k] != want[k]) {
      fprintf(stderr, "word %d: %d, not %d\n", k, data[k], want[k]);
      return 1;
    }
  printf("tile: %d rounds\n", rounds);
  return 0;
}
