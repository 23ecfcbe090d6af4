//===- guards.c - every guard takes the original loop, with one line -------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case breaks one assumption of the relaxation loop, expects
// PERSISTIFY_ORIGINAL with its reason in exactly one line on stderr, and host
// objects and buffers as they were.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include <unistd.h>

enum { N = 200 };
static bench b;
static uint64_t hash;
static int bad;

static int saved_stderr;
static FILE *captured;

static void capture(void) {
  fflush(stderr);
  saved_stderr = dup(2);
  captured = tmpfile();
  CHECK(captured);
  dup2(fileno(captured), 2);
}

static void captured_text(char *text, size_t room) {
  fflush(stderr);
  dup2(saved_stderr, 2);
  close(saved_stderr);
  rewind(captured);
  text[fread(text, 1, room - 1, captured)] = '\0';
  fclose(captured);
}

// Lines of the library in `text`.
static int lines_of(const char *text) {
  int lines = 0;
  for (const char *p = text; (p = strstr(p, "original loop: ")); ++p)
    ++lines;
  return lines;
}

// Runs the region once, expects it to refuse for `reason`.
static void refuse(const char *name, relax_app *a, const persistify_region *region, cl_command_queue queue,
                   const char *reason) {
  int stop = 1, iter = 7, before[N], after[N];
  cl_mem from = a->from, to = a->to;
  if (from)
    read_all(&b, from, sizeof before, before);
  void *const bind[RELAX_SLOTS] = {&queue, &a->k, &a->from, &a->to, &stop, &iter, &a->g.n};
  static char text[1 << 18]; // a compiler may say much
  capture();
  int taken = persistify_run(region, bind);
  captured_text(text, sizeof text);
  if (from)
    read_all(&b, from, sizeof after, after);
  int good = taken == PERSISTIFY_ORIGINAL && lines_of(text) == 1 && strstr(text, reason) && stop == 1 && iter == 7 &&
             a->from == from && a->to == to && (!from || memcmp(before, after, sizeof before) == 0);
  printf("%-14s %s\n", name, good ? "ok" : "FAILED");
  if (!good) {
    printf("  returned %d, wanted '%s', got: %s\n", taken, reason, text);
    ++bad;
  }
}

// Regions stay where they are: the library keeps their address.
static persistify_region *fresh_region(void) {
  persistify_region *r = malloc(sizeof *r);
  *r = relax_region(&hash);
  return r;
}

int main(void) {
  b = open_bench();
  relax_app a = relax_open(&b, N);
  persistify_region *r = fresh_region();

  static const uint64_t other = 1;
  r->hashes = &other;
  refuse("hash", &a, r, b.queue, "not the one that was analysed");

  r = fresh_region();
  r->abi = 999;
  refuse("abi", &a, r, b.queue, "another version");

  r = fresh_region();
  cl_int status;
  cl_command_queue loose = clCreateCommandQueue(b.context, b.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
  if (status == CL_SUCCESS)
    refuse("out of order", &a, r, loose, "out of order");

  r = fresh_region();
  relax_app same = a;
  same.to = same.from;
  refuse("same buffer", &same, r, b.queue, "overlap");

  r = fresh_region();
  persistify_slot slots[RELAX_SLOTS];
  memcpy(slots, relax_slots, sizeof slots);
  slots[RELAX_KERNEL].kernel = "relaxed";
  r->slots = slots;
  refuse("kernel name", &a, r, b.queue, "is kernel 'relax', not 'relaxed'");

  r = fresh_region();
  relax_app unset = a;
  unset.k = kernel(a.program, "relax");
  refuse("unset", &unset, r, b.queue, "was not recorded");
  long wide = 3;
  relax_set_args(&unset);
  if (clSetKernelArg(unset.k, 6, sizeof wide, &wide) == CL_SUCCESS)
    refuse("wide", &unset, r, b.queue, "has 8 bytes, not 4");

  r = fresh_region();
  relax_app null = a;
  null.from = NULL;
  // The flag's write comes first; the launch would meet the null handle.
  null.k = kernel(a.program, "relax");
  null.flag = NULL;
  relax_set_args(&null);
  null.from = a.from;
  refuse("null flag", &null, r, b.queue, "line 11: access outside a buffer");

  r = fresh_region();
  relax_app mapped = a;
  mapped.to = buffer(&b, N * sizeof(int), NULL);
  void *map = clEnqueueMapBuffer(b.queue, mapped.to, CL_TRUE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, NULL, &status);
  CL(status);
  refuse("mapped", &mapped, r, b.queue, "is mapped");
  CL(clEnqueueUnmapMemObject(b.queue, mapped.to, map, 0, NULL, NULL));
  CL(clFinish(b.queue));

  r = fresh_region();
  r->fp_control = 1;
  relax_app relaxed = a;
  relaxed.program = build(&b, relax_source, "-cl-fast-relaxed-math");
  relaxed.k = kernel(relaxed.program, "relax");
  relax_set_args(&relaxed);
  refuse("relaxed", &relaxed, r, b.queue, "relaxed mathematics");

  r = fresh_region();
  r->device_code = "__kernel void persistify_region_1(int x) { this is no code }";
  refuse("no build", &a, r, b.queue, "does not build");

  r = fresh_region();
  r->arena_bytes = 1u << 30;
  refuse("arena", &a, r, b.queue, "bytes of local memory");

  // Two parts of one buffer that overlap, and two that do not.
  cl_uint align = 0;
  clGetDeviceInfo(b.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof align, &align, NULL);
  size_t step = align / 8 > 1024 ? align / 8 : 1024;
  cl_mem whole = buffer(&b, 4 * step, NULL);
  cl_buffer_region low = {0, step + 64}, high = {step, step};
  relax_app parts = a;
  parts.from = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &low, &status);
  CL(status);
  parts.to = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &high, &status);
  CL(status);
  refuse("sub-buffers", &parts, fresh_region(), b.queue, "overlap");

  // One host variable bound twice, and one inside a buffer's host memory.
  r = fresh_region();
  int both = 1;
  cl_command_queue queue = b.queue;
  static char text[1 << 18]; // a compiler may say much
  void *const twice[RELAX_SLOTS] = {&queue, &a.k, &a.from, &a.to, &both, &both, &a.g.n};
  capture();
  CHECK(persistify_run(r, twice) == PERSISTIFY_ORIGINAL);
  captured_text(text, sizeof text);
  CHECK(strstr(text, "are the same memory"));
  static int host[1024] __attribute__((aligned(4096)));
  relax_app used = a;
  used.to = clCreateBuffer(b.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof host, host, &status);
  CL(status);
  int stop = 1;
  void *const inside[RELAX_SLOTS] = {&queue, &used.k, &used.from, &used.to, &stop, &host[5], &used.g.n};
  capture();
  CHECK(persistify_run(r, inside) == PERSISTIFY_ORIGINAL);
  captured_text(text, sizeof text);
  CHECK(strstr(text, "lies in a buffer's host memory"));

  // And nothing of this broke the region itself. A local size that no launch can have is no guess.
  r = fresh_region();
  static const persistify_hint huge[] = {{{PERSISTIFY_NONE, PERSISTIFY_NONE, PERSISTIFY_NONE}, {60000, 1, 1}}};
  r->local = huge;
  r->num_local = 1;
  int iter = 0;
  CHECK((relax_run(&b, &a, r, &iter) == 0) == want_persistent());
  relax_check(&b, &a, iter);
  return bad != 0;
}
