//===- relax.h - shortest paths by relaxation, as the tool would give it ----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host loop, as in docs/generated-code.md:
//
//     while (stop) {
//       stop = 0;
//       write stop -> d_flag
//       relax(row, col, weight, from, to, flag, n), 1-D, local 64
//       swap from, to
//       read d_flag -> stop
//       ++iter;
//     }
//
// Arguments 3 and 4 are set in the loop (swapped), the others before it.
//
//===----------------------------------------------------------------------===//
#ifndef PERSISTIFY_TEST_RELAX_H
#define PERSISTIFY_TEST_RELAX_H

#include "harness.h"

#include "frame.h"

/// Parameters of its persistent kernels: the buffers by handle.
#define RELAX_HANDLES \
  "__global uchar *p_h0, __global uchar *p_h1, __global uchar *p_h2, __global uchar *p_h3,\n" \
  "                       __global uchar *p_h4, __global uchar *p_h5"

static const char relax_source[] =
    "__kernel void relax(__global const int *row, __global const int *col, __global const int *weight,\n"
    "                    __global const int *from, __global int *to, __global int *flag, int n) {\n"
    "  int v = get_global_id(0);\n"
    "  if (v >= n)\n"
    "    return;\n"
    "  int best = from[v];\n"
    "  for (int e = row[v]; e < row[v + 1]; ++e)\n"
    "    best = min(best, from[col[e]] + weight[e]);\n"
    "  to[v] = best;\n"
    "  if (best != from[v])\n"
    "    *flag = 1;\n"
    "}\n";

static const char relax_device[] =
    "#define get_global_id(d) v_get_global_id(p_v, d)\n"
    "P_PHASE void relax_phase(__global const int *row, __global const int *col, __global const int *weight,\n"
    "                 __global const int *from, __global int *to, __global int *flag, int n, const p_ids *p_v) {\n"
    "  int v = get_global_id(0);\n"
    "  if (v >= n)\n"
    "    return;\n"
    "  int best = from[v];\n"
    "  for (int e = row[v]; e < row[v + 1]; ++e)\n"
    "    best = min(best, from[col[e]] + weight[e]);\n"
    "  to[v] = best;\n"
    "  if (best != from[v])\n"
    "    *flag = 1;\n"
    "}\n"
    "#undef get_global_id\n"
    PERSISTENT_KERNEL("persistify_region_1", RELAX_HANDLES)
    "  int stop = (int)p_state_get(&p_e, 0);\n"
    "  int iter = (int)p_state_get(&p_e, 8);\n"
    "  int n = (int)p_state_get(&p_e, 16);\n"
    "  p_buf row = p_buf_make(p_h0, 0, p_state_get(&p_e, 24));\n"
    "  p_buf col = p_buf_make(p_h1, 1, p_state_get(&p_e, 32));\n"
    "  p_buf weight = p_buf_make(p_h2, 2, p_state_get(&p_e, 40));\n"
    "  p_buf d_from = p_buf_make(p_h3, 3, p_state_get(&p_e, 48));\n"
    "  p_buf d_to = p_buf_make(p_h4, 4, p_state_get(&p_e, 56));\n"
    "  p_buf d_flag = p_buf_make(p_h5, 5, p_state_get(&p_e, 64));\n"
    "  int relax_6 = *(__global const int *)(p_state + 104);\n"
    "  p_buf relax_3 = p_buf_null(), relax_4 = p_buf_null();\n"
    "  uint relax_set = 0;\n"
    "  while (stop) {\n"
    "    stop = 0;\n"
    "    if (!p_in_range(d_flag, 0, 4)) P_BAIL(P_BAIL_RANGE, 11);\n"
    "    P_BARRIER();\n"
    "    if (p_is_first(&p_e)) p_put4(d_flag.p + 0, (uint)stop);\n"
    "    P_BARRIER();\n"
    "    relax_3 = d_from; relax_4 = d_to; relax_set = 1;\n"
    "    {\n"
    "      p_range p_r;\n"
    "      uint p_ok = p_range_make(&p_e, &p_r, 1, 0, 0, 0, ((ulong)n + 63) / 64 * 64, 1, 1, 64, 1, 1, 1,\n"
    "                               p_state_get(&p_e, 72), (int)p_state_get(&p_e, 136));\n"
    "      if (p_ok > P_RANGE_SKIP) P_BAIL(p_ok, 12);\n"
    "      P_FOR_ITEMS(p_v, p_r)\n"
    "        relax_phase((__global const int *)row.p, (__global const int *)col.p, (__global const int *)weight.p,\n"
    "                    (__global const int *)relax_3.p, (__global int *)relax_4.p, (__global int *)d_flag.p,\n"
    "                    relax_6, p_v);\n"
    "    }\n"
    "    { p_buf t = d_from; d_from = d_to; d_to = t; }\n"
    "    P_BARRIER();\n"
    "    stop = (int)(uint)p_fetch4(&p_e, d_flag.p + 0);\n"
    "    iter = (int)((uint)iter + 1u);\n"
    "  }\n"
    "  if (p_is_first(&p_e)) {\n"
    "    p_state_put(&p_e, 0, (ulong)stop);\n"
    "    p_state_put(&p_e, 8, (ulong)iter);\n"
    "    p_state_put(&p_e, 80, d_from.id);\n"
    "    p_state_put(&p_e, 88, d_to.id);\n"
    "    p_state_put(&p_e, 144, relax_3.id);\n"
    "    p_state_put(&p_e, 152, relax_4.id);\n"
    "    p_state_put(&p_e, 96, relax_set);\n"
    "  }\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

enum { RELAX_QUEUE, RELAX_KERNEL, RELAX_FROM, RELAX_TO, RELAX_STOP, RELAX_ITER, RELAX_N, RELAX_SLOTS };

static const persistify_slot relax_slots[RELAX_SLOTS] = {
    {PERSISTIFY_QUEUE, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "queue", NULL, 0},
    {PERSISTIFY_KERNEL, PERSISTIFY_IN, 0, 72, PERSISTIFY_NONE, "k", "relax", 0},
    {PERSISTIFY_BUFFER, PERSISTIFY_IN | PERSISTIFY_OUT, 0, 80, 3, "d_from", NULL, 0},
    {PERSISTIFY_BUFFER, PERSISTIFY_IN | PERSISTIFY_OUT, 0, 88, 4, "d_to", NULL, 0},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN | PERSISTIFY_OUT, 4, 0, PERSISTIFY_NONE, "stop", NULL, 4 | PERSISTIFY_SIGNED},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN | PERSISTIFY_OUT, 4, 8, PERSISTIFY_NONE, "iter", NULL, 4 | PERSISTIFY_SIGNED},
    {PERSISTIFY_SCALAR, PERSISTIFY_IN, 4, 16, PERSISTIFY_NONE, "n", NULL, 4 | PERSISTIFY_SIGNED},
};
static const persistify_arg relax_args[] = {
    {1, 0, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 0, PERSISTIFY_NONE, NULL},
    {1, 1, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 1, PERSISTIFY_NONE, NULL},
    {1, 2, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 2, PERSISTIFY_NONE, NULL},
    {1, 3, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_SET, 0, 144, PERSISTIFY_NONE, 96, NULL},
    {1, 4, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_SET, 0, 152, PERSISTIFY_NONE, 96, NULL},
    {1, 5, PERSISTIFY_ARG_BUFFER, PERSISTIFY_ARG_RECORDED, 0, PERSISTIFY_NONE, 5, PERSISTIFY_NONE, NULL},
    {1, 6, PERSISTIFY_ARG_VALUE, PERSISTIFY_ARG_RECORDED, 4, 104, PERSISTIFY_NONE, PERSISTIFY_NONE, NULL},
};
static const persistify_handle relax_handles[6] = {
    {24, 0, "row", 4 | PERSISTIFY_SIGNED, 0, 0}, {32, 0, "col", 4 | PERSISTIFY_SIGNED, 0, 0}, {40, 0, NULL, 0, 0, 0},
    {48, 1, "d_from", 4 | PERSISTIFY_SIGNED, 0, 0}, {56, 1, NULL, 4 | PERSISTIFY_SIGNED, 0, 0}, {64, 1, "relax.flag", 4, 0, 0}};
static const persistify_pair relax_distinct[] = {{3, 4}, {3, 5}, {4, 5}, {0, 3}, {0, 4}, {1, 4}, {2, 4}};

/// `hash` must outlive the region.
static inline persistify_region relax_region(uint64_t *hash) {
  *hash = persistify_hash(relax_source, strlen(relax_source));
  persistify_region r = {0};
  r.abi = PERSISTIFY_ABI;
  r.file = "relax.c";
  r.line = 9;
  r.entry = "persistify_region_1";
  r.device_code = relax_device;
  r.hashes = hash;
  r.num_hashes = 1;
  r.slots = relax_slots;
  r.num_slots = RELAX_SLOTS;
  r.args = relax_args;
  r.num_args = sizeof relax_args / sizeof *relax_args;
  r.handles = relax_handles;
  r.num_handles = 6;
  r.distinct = relax_distinct;
  r.num_distinct = sizeof relax_distinct / sizeof *relax_distinct;
  r.state_bytes = 160;
  r.limits_state = 112;
  return r;
}

/// A ring with chords: vertex v has arcs from v-1 and from a random vertex.
typedef struct graph {
  int n, *row, *col, *weight, *dist;
} graph;

static inline graph make_graph(int n) {
  graph g = {n, malloc((n + 1) * sizeof(int)), malloc(2 * n * sizeof(int)), malloc(2 * n * sizeof(int)),
             malloc(n * sizeof(int))};
  unsigned x = 12345;
  for (int v = 0; v < n; ++v) {
    g.row[v] = 2 * v;
    g.col[2 * v] = (v + n - 1) % n;
    g.weight[2 * v] = 1;
    x = x * 1664525u + 1013904223u;
    int near = v - (int)(x >> 8) % 7;
    g.col[2 * v + 1] = near < 0 ? 0 : near;
    g.weight[2 * v + 1] = 5 + (int)(x >> 28);
    g.dist[v] = v == 0 ? 0 : 1 << 28;
  }
  g.row[n] = 2 * n;
  return g;
}

/// Same rounds on the host: returns their number, leaves the result in dist.
static inline int relax_reference(const graph *g, int *dist) {
  int *next = malloc(g->n * sizeof(int)), rounds = 0;
  memcpy(dist, g->dist, g->n * sizeof(int));
  for (int changed = 1; changed; ++rounds) {
    changed = 0;
    for (int v = 0; v < g->n; ++v) {
      next[v] = dist[v];
      for (int e = g->row[v]; e < g->row[v + 1]; ++e)
        if (dist[g->col[e]] + g->weight[e] < next[v])
          next[v] = dist[g->col[e]] + g->weight[e];
      changed |= next[v] != dist[v];
    }
    memcpy(dist, next, g->n * sizeof(int));
  }
  free(next);
  return rounds;
}

typedef struct relax_app {
  graph g;
  cl_program program;
  cl_kernel k;
  cl_mem row, col, weight, from, to, flag;
} relax_app;

static inline void relax_set_args(relax_app *a) {
  CL(clSetKernelArg(a->k, 0, sizeof(cl_mem), &a->row));
  CL(clSetKernelArg(a->k, 1, sizeof(cl_mem), &a->col));
  CL(clSetKernelArg(a->k, 2, sizeof(cl_mem), &a->weight));
  CL(clSetKernelArg(a->k, 5, sizeof(cl_mem), &a->flag));
  CL(clSetKernelArg(a->k, 6, sizeof(int), &a->g.n));
}

static inline relax_app relax_open(const bench *b, int n) {
  relax_app a;
  a.g = make_graph(n);
  a.program = build(b, relax_source, "");
  a.k = kernel(a.program, "relax");
  a.row = buffer(b, (n + 1) * sizeof(int), a.g.row);
  a.col = buffer(b, 2 * n * sizeof(int), a.g.col);
  a.weight = buffer(b, 2 * n * sizeof(int), a.g.weight);
  a.from = buffer(b, n * sizeof(int), a.g.dist);
  a.to = buffer(b, n * sizeof(int), a.g.dist);
  a.flag = buffer(b, sizeof(int), NULL);
  relax_set_args(&a);
  return a;
}

static inline void relax_close(relax_app *a) {
  CL(clReleaseKernel(a->k));
  CL(clReleaseProgram(a->program));
  cl_mem all[] = {a->row, a->col, a->weight, a->from, a->to, a->flag};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i)
    CL(clReleaseMemObject(all[i]));
  free(a->g.row);
  free(a->g.col);
  free(a->g.weight);
  free(a->g.dist);
}

/// The original loop.
static inline void relax_loop(const bench *b, relax_app *a, int *stop, int *iter) {
  size_t global = (size_t)(a->g.n + 63) / 64 * 64, local = 64;
  while (*stop) {
    *stop = 0;
    CL(clEnqueueWriteBuffer(b->queue, a->flag, CL_TRUE, 0, sizeof(int), stop, 0, NULL, NULL));
    CL(clSetKernelArg(a->k, 3, sizeof(cl_mem), &a->from));
    CL(clSetKernelArg(a->k, 4, sizeof(cl_mem), &a->to));
    CL(clEnqueueNDRangeKernel(b->queue, a->k, 1, NULL, &global, &local, 0, NULL, NULL));
    cl_mem t = a->from;
    a->from = a->to;
    a->to = t;
    CL(clEnqueueReadBuffer(b->queue, a->flag, CL_TRUE, 0, sizeof(int), stop, 0, NULL, NULL));
    ++*iter;
  }
}

/// The transformed loop. Returns what persistify_run returned.
static inline int relax_run(const bench *b, relax_app *a, const persistify_region *region, int *iter) {
  int stop = 1;
  cl_command_queue queue = b->queue;
  void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, iter, &a->g.n};
  int taken = persistify_run(region, bind);
  if (taken == PERSISTIFY_ORIGINAL)
    do
      relax_loop(b, a, &stop, iter);
    while (persistify_again(region));
  CHECK(stop == 0);
  return taken;
}

/// Distances and number of rounds against the host's.
static inline void relax_check(const bench *b, relax_app *a, int iter) {
  int n = a->g.n, *got = malloc(n * sizeof(int)), *want = malloc(n * sizeof(int));
  int rounds = relax_reference(&a->g, want);
  CHECK(iter == rounds);
  read_all(b, a->from, n * sizeof(int), got);
  CHECK(memcmp(got, want, n * sizeof(int)) == 0);
  free(got);
  free(want);
}

#endif // PERSISTIFY_TEST_RELAX_H
