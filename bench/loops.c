//===- loops.c - one iteration of a loop, by the host and on the device -----===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small kernels, so that the time is that of starting and separating them. By the
// host: launches only; one kernel and a flag read back; three kernels with a flag
// written and read back. On the device: the same as phases of a persistent kernel.
// Medians of --runs loops each. Host loops by the wall clock, persistent kernels by the device's, discovery
// included. loops.cu is the same in CUDA.
//
//===----------------------------------------------------------------------===//
#include "bench.h"

static const char columns[] = "how,kernels,flag,wg,groups,iterations,us_per_iteration,p10_us,p90_us,runs,wrong,ended";

// `limit` decides on the device when the loop ends, as a convergence test would.
static const char source[] =
    "__kernel void all_of_it(__global uint *a, __global uint *flag, uint limit) {\n"
    "  uint i = (uint)get_global_id(0), x = a[i] + 1;\n"
    "  a[i] = x;\n"
    "  if (i == 0) *flag = x < limit;\n"
    "}\n"
    "__kernel void first(__global const uint *a, __global uint *b) {\n"
    "  uint i = (uint)get_global_id(0); b[i] = a[i] + 1; }\n"
    "__kernel void second(__global const uint *b, __global uint *c) {\n"
    "  uint i = (uint)get_global_id(0); c[i] = b[i]; }\n"
    "__kernel void third(__global const uint *c, __global uint *a, __global uint *flag, uint limit) {\n"
    "  uint i = (uint)get_global_id(0), x = c[i];\n"
    "  a[i] = x;\n"
    "  if (i == 0 && x < limit) *flag = 1;\n"
    "}\n";

// data: a line with the flag and the limit, then a, b and c. With three kernels the flag is one that kernels only
// raise, so it comes with the barrier, as in what persistify makes of such a loop.
#define LOOP_KERNEL(name) \
  MEASURED_KERNEL(name, "most") \
  "  uint i = p_get_global_id(), n = p_get_global_size(), limit = data[1], stop = 0;\n" \
  "  __global uint *a = data + 32, *b = a + n, *c = b + n;\n"
static const char persistent[] =
    LOOP_KERNEL("one")
    "  for (uint round = 0; round < most && !stop; ++round) {\n"
    "    uint x = a[i] + 1;\n"
    "    a[i] = x;\n"
    "    if (p_is_first(&p_e)) data[2 * (round & 1)] = x < limit;\n"
    "    P_BARRIER();\n"
    "    stop = !p_fetch4(&p_e, (__global uchar *)(data + 2 * (round & 1)));\n"
    "  }\n"
    "  p_leave(&p_e, 0);\n"
    "}\n"
    LOOP_KERNEL("three")
    "  __local uint more;\n"
    "  for (uint round = 0; round < most && !stop; ++round) {\n"
    "    b[i] = a[i] + 1;\n"
    "    P_BARRIER();\n"
    "    c[i] = b[i];\n"
    "    P_BARRIER();\n"
    "    a[i] = c[i];\n"
    "    if (i == 0 && c[i] < limit) p_e.sh->partial = 1;\n"
    "    P_BARRIER_ANY(&more);\n"
    "    stop = more == 0;\n"
    "  }\n"
    "  p_leave(&p_e, 0);\n"
    "}\n";

typedef struct host_loop {
  cl_kernel all, first, second, third;
  cl_mem a, b, c, flag;
  cl_uint limit;
  size_t n, wg;
} host_loop;

static uint32_t wrong_words(session *s, cl_mem mem, size_t at, size_t n, uint32_t want) {
  uint32_t *words = malloc(n * sizeof *words), wrong = 0;
  CHECK(words);
  CL(clEnqueueReadBuffer(s->m.queue, mem, CL_TRUE, at * sizeof *words, n * sizeof *words, words, 0, NULL, NULL));
  for (size_t i = 0; i < n; ++i)
    wrong += words[i] != want;
  free(words);
  return wrong;
}

static void enqueue(session *s, cl_kernel k, const host_loop *h) {
  CL(clEnqueueNDRangeKernel(s->b.queue, k, 1, NULL, &h->n, &h->wg, 0, NULL, NULL));
}

// kernels: 0 launches only, 1 or 3 with a flag. Iterations.
static cl_uint iterate(session *s, const host_loop *h, int kernels) {
  cl_uint count = 0, flag = 1, zero = 0;
  if (kernels == 0) {
    for (; count < h->limit; ++count)
      enqueue(s, h->all, h);
    CL(clFinish(s->b.queue));
    return count;
  }
  for (; flag && count <= h->limit; ++count) {
    if (kernels == 1) {
      enqueue(s, h->all, h);
    } else {
      CL(clEnqueueWriteBuffer(s->b.queue, h->flag, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, NULL));
      enqueue(s, h->first, h);
      enqueue(s, h->second, h);
      enqueue(s, h->third, h);
    }
    CL(clEnqueueReadBuffer(s->b.queue, h->flag, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL));
  }
  return count;
}

static void host_rows(session *s, host_loop *h) {
  uint32_t *zeros = calloc(h->n, sizeof *zeros);
  CHECK(zeros);
  for (int kernels = 0; kernels <= 3; kernels += kernels + 1) {
    double us[MEASURE_MOST_RUNS];
    cl_uint count = 0;
    uint32_t wrong = 0;
    int runs = 0;
    for (int run = -1; run < s->runs && (run < 5 || pst_now_ms() < s->end_ms); ++run) { // the first may compile
      CL(clEnqueueWriteBuffer(s->b.queue, h->a, CL_TRUE, 0, h->n * sizeof *zeros, zeros, 0, NULL, NULL));
      double from = now_us();
      count = iterate(s, h, kernels);
      us[runs] = (now_us() - from) / count;
      runs += run >= 0;
      wrong += wrong_words(s, h->a, 0, h->n, h->limit) + (count != h->limit);
    }
    measure_spread all = measure_spread_of(us, runs);
    table_row(s, "host loop,%d,%s,%zu,%zu,%u,%.3f,%.3f,%.3f,%u,%u,ok", kernels ? kernels : 1, kernels ? "yes" : "no",
              h->wg, h->n / h->wg, count, all.median, all.low, all.high, all.runs, wrong);
    s->bad += wrong != 0;
  }
  free(zeros);
}

static bool persistent_row(session *s, const pst_protocol *p, const char *name, int kernels, size_t wg, uint32_t limit,
                           pst_why *why) {
  if (!measure_build(&s->m, p, persistent, kernels == 1 ? "one" : "three", why))
    return false;
  uint32_t groups = s->m.device->units, wrong = 0;
  size_t words = 32 + 3 * wg * groups;
  uint32_t *data = malloc(words * sizeof *data);
  CHECK(data);
  double us[MEASURE_MOST_RUNS];
  int runs = 0;
  measure_figures f = {0};
  for (int run = -1; run < s->runs && (run < 5 || pst_now_ms() < s->end_ms) && !f.o.abort; ++run) {
    memset(data, 0, words * sizeof *data);
    data[1] = limit;
    CL(clEnqueueWriteBuffer(s->m.queue, s->m.data, CL_TRUE, 0, words * sizeof *data, data, 0, NULL, NULL));
    measure_launch l = {.wg = wg, .groups = groups, .bound = groups, .rounds = limit + 1};
    if (!measure_run(&s->m, &l, &f, why)) {
      free(data);
      return false;
    }
    us[runs] = f.us / limit;
    runs += run >= 0 || f.o.abort;
    wrong += wrong_words(s, s->m.data, 32, wg * f.o.count, limit);
  }
  free(data);
  measure_spread all = measure_spread_of(us, runs);
  table_row(s, "persistent %s,%d,yes,%zu,%u,%u,%.3f,%.3f,%.3f,%u,%u,%s", name, kernels, wg, f.o.count, limit,
            all.median, all.low, all.high, all.runs, wrong, ended(f.o.abort));
  s->bad += wrong != 0 || f.o.abort != 0;
  return true;
}

bool section_loops(session *s, pst_why *why) {
  size_t wg = s->m.device->hosted ? 64 : 256, n = wg * s->m.device->units;
  if (wg > s->m.device->max_wg)
    return pst_fail(why, "work-groups of %zu are too large for this device", wg);
  cl_program program = build(&s->b, source, "");
  host_loop h = {.all = kernel(program, "all_of_it"), .first = kernel(program, "first"),
                 .second = kernel(program, "second"), .third = kernel(program, "third"),
                 .a = buffer(&s->b, n * 4, NULL), .b = buffer(&s->b, n * 4, NULL), .c = buffer(&s->b, n * 4, NULL),
                 .flag = buffer(&s->b, 4, NULL), .limit = s->quick ? 100 : s->m.device->hosted ? 500 : 2000,
                 .n = n, .wg = wg};
  const struct {
    cl_kernel kernel;
    cl_mem args[3];
    int count;
  } kernels[] = {{h.all, {h.a, h.flag}, 2}, {h.first, {h.a, h.b}, 2}, {h.second, {h.b, h.c}, 2},
                 {h.third, {h.c, h.a, h.flag}, 3}};
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < kernels[k].count; ++i)
      CL(clSetKernelArg(kernels[k].kernel, (cl_uint)i, sizeof(cl_mem), &kernels[k].args[i]));
  CL(clSetKernelArg(h.all, 2, sizeof h.limit, &h.limit));
  CL(clSetKernelArg(h.third, 3, sizeof h.limit, &h.limit));
  table_begin(s, "loops", columns);
  host_rows(s, &h);
  for (int count = 1; count <= 3; count += 2) {
    if (!persistent_row(s, &s->own, "auto", count, wg, h.limit, why))
      return false;
    for (const pst_form *form = pst_barriers; form->name; ++form) {
      pst_protocol p = with_barrier(s, form);
      if (chosen(s, PST_BARRIER, "xf", form->name) && !persistent_row(s, &p, form->name, count, wg, h.limit, why))
        return false;
    }
  }
  for (int k = 0; k < 4; ++k)
    clReleaseKernel(kernels[k].kernel);
  cl_mem buffers[] = {h.a, h.b, h.c, h.flag};
  for (int k = 0; k < 4; ++k)
    clReleaseMemObject(buffers[k]);
  clReleaseProgram(program);
  return true;
}
