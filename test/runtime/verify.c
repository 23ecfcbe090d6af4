//===- verify.c - PERSISTIFY=verify compares what it should -----------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The relaxation loop against originals that are, and are not, the same.
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "relax.h"

#include <setjmp.h>

enum { N = 300 };
#define VERIFY "PERSISTIFY=verify"

static const child cases[] = {
    {"same", {VERIFY}, 0, "relax.c:9: verify: passed: 6 buffers, 4 variables, 2 arguments; 0 of ", 1},
    {"quiet", {VERIFY, "PERSISTIFY_QUIET=1"}, 0, "verify: passed", 1},
    {"twice", {VERIFY}, 0, "verify: passed", 2},
    // Planted in the library.
    {"same", {VERIFY, "PERSISTIFY_TEST_CORRUPT=d_from:40"}, 4, "verify: buffer 'd_from'[10]: original ", 1},
    {"same", {VERIFY, "PERSISTIFY_TEST_CORRUPT=d_to"}, 4, "verify: buffer 'd_to'[0]: original 0, persistent 85\n", 1},
    {"same", {VERIFY, "PERSISTIFY_TEST_CORRUPT=row:5"}, 4, "verify: buffer 'row'[1]: original 2, persistent 21762\n", 1},
    {"same", {VERIFY, "PERSISTIFY_TEST_CORRUPT=iter"}, 4, "verify: variable 'iter': original ", 1},
    {"same", {VERIFY, "PERSISTIFY_TEST_CORRUPT=nothing"}, 0, "is no buffer or variable of the loop", 1},
    // Planted in the original.
    {"buffer", {VERIFY}, 4, "verify: buffer 2[5]: original 0x0000004d, persistent 0x", 1},
    {"many", {VERIFY}, 4, " (and 2 more)\n", 1},
    {"buffer", {VERIFY}, 4, "undecided", 0},
    // The order of work-items may have done it.
    {"order", {VERIFY}, 0, "verify: undecided: what these kernels leave depends on the order", 1},
    {"order", {VERIFY}, 0, "verify: buffer 2[5]: original 0x0000004d, persistent 0x", 1},
    {"order", {VERIFY, "PERSISTIFY_TEST_CORRUPT=iter"}, 0, "verify: variable 'iter': original ", 1},
    {"variable", {VERIFY}, 4, "verify: variable 'iter': original 1000, persistent ", 1},
    {"handle", {VERIFY}, 4, "verify: variable 'd_from': original buffer 0 (row), persistent buffer ", 1},
    {"argument", {VERIFY}, 4, "verify: argument 3 of kernel 'relax': original buffer 0 (row), persistent buffer ", 1},
    // By the descriptor the loop leaves these as they are; the last one is in a loop that makes buffers.
    {"kept", {VERIFY}, 4, "verify: variable 'n': original 299, persistent 300\n", 1},
    {"other", {VERIFY}, 4, "verify: argument 6 of kernel 'relax': original 0x0000012b, persistent 0x0000012c\n", 1},
    {"made", {VERIFY}, 4, "verify: argument 6 of kernel 'relax': original 0x0000012b, persistent 0x0000012c\n", 1},
    {"random", {VERIFY}, 0, "; 1 of ", 1},
    // A buffer that is none of the region's: neither path may change it. With a second queue nobody knows who did.
    {"beside", {VERIFY}, 0, "verify: passed", 1},
    {"beside", {VERIFY, "PERSISTIFY_TEST_CORRUPT=*"}, 4, "relax.c:9: verify: a buffer of 10000 bytes that by the plan the loop does not use: "
        "the persistent path changed something in bytes 8192 to 9999\n", 1},
    {"foreign", {VERIFY}, 4, "the original loop changed something in bytes 4096 to 8191\n", 1},
    {"queues", {VERIFY}, 0, "the original loop changed something in bytes 4096 to 8191\n", 1},
    {"queues", {VERIFY}, 0, "undecided: the program has several queues", 1},
    {"mapped", {VERIFY}, 0, "verify: passed", 1},
    {"mapped", {VERIFY, "PERSISTIFY_TEST_CORRUPT=*"}, 0, "verify: passed", 1},
    // Statements that leave the loop: the persistent path comes by one.
    {"exit", {VERIFY}, 0, "original loop: verify: the original loop cannot run twice: it is left at line 77", 1},
    {"exit", {VERIFY}, 0, "not compared", 0},
    {"end", {VERIFY}, 4, "verify: the persistent path left the loop at line 77, the original did not", 1},
    {"end", {VERIFY, "PERSISTIFY_TEST_CORRUPT=row:5"}, 4, "verify: buffer 'row'[1]: original 2, persistent 21762\n", 1},
    {"break", {VERIFY}, 0, "verify: passed", 1},
    {"once", {VERIFY}, 0, "not deterministic; the original ran once\n", 1},
    // Not verified, and said so.
    {"guard", {VERIFY, "PERSISTIFY_QUIET=1"}, 0, "original loop: the program's source is not the one", 1},
    {"unended", {VERIFY}, 0, "original loop: verify: the program does not call persistify_again behind the loop", 1},
    {"nested", {VERIFY}, 0, "original loop: inside a loop that is being verified (relax.c:9)", 1},
    {"left", {VERIFY}, 0, "verify: passed", 1},
    {"left", {VERIFY}, 0, "verify: not compared: the original loop was left by another way than its end", 1},
    // It is left by longjmp(), and another loop is entered.
    {"jump", {VERIFY}, 0, "relax.c:9: verify: not compared: the original loop was left by another way than its end", 1},
    {"jump", {VERIFY}, 0, "relax.c:99: verify: passed", 1},
    {"same", {"PERSISTIFY=on"}, 0, NULL, 0},
};

static cl_mem beside; // a buffer that the loop does not use
static int *mapped;   // all of it

static void write_int(const bench *b, cl_mem mem, int index, int value) {
  CL(clEnqueueWriteBuffer(b->queue, mem, CL_TRUE, index * sizeof(int), sizeof value, &value, 0, NULL, NULL));
}

static jmp_buf before;

// The persistent kernel that ends by exit 1.
static const char *by_exit(void) {
  static char text[sizeof relax_device];
  memcpy(text, relax_device, sizeof text);
  char *at = strstr(text, "p_leave(&p_e, 0)");
  CHECK(at);
  at[strlen("p_leave(&p_e, ")] = '1';
  return text;
}

// One entry with the original loop as the case has it; its runs are counted.
static __attribute__((noinline)) int enter(const char *name, const bench *b, relax_app *a, const persistify_region *region, int *iter) {
  int stop = 1, runs = 0;
  static persistify_region inner;
  inner = *region;
  inner.line = 99;
  cl_command_queue queue = b->queue;
  cl_int less = N - 1;
  void *const bind[RELAX_SLOTS + 1] = {&queue, &a->k, &a->from, &a->to, &stop, iter, &a->g.n, b->context};
  if (persistify_run(region, bind) == PERSISTIFY_ORIGINAL)
    do {
      ++runs;
      CHECK(stop == 1 && *iter == 0);
      if (strcmp(name, "nested") == 0)
        for (int i = 0; i < 3; ++i)
          CHECK(persistify_run(&inner, bind) == PERSISTIFY_ORIGINAL && !persistify_again(&inner));
      relax_loop(b, a, &stop, iter);
      if (strcmp(name, "buffer") == 0 || strcmp(name, "many") == 0 || strcmp(name, "order") == 0)
        for (int i = 5; i < (*name == 'm' ? 8 : 6); ++i)
          write_int(b, a->weight, i, 77);
      else if (strcmp(name, "foreign") == 0 || strcmp(name, "queues") == 0)
        write_int(b, beside, 1100, runs);
      else if (mapped)
        ++mapped[1100];
      else if (strcmp(name, "random") == 0)
        write_int(b, a->weight, 5, 1000 + runs);
      else if (strcmp(name, "variable") == 0)
        *iter = 1000;
      else if (strcmp(name, "handle") == 0)
        a->from = a->row;
      else if (strcmp(name, "argument") == 0)
        CL(clSetKernelArg(a->k, 3, sizeof(cl_mem), &a->row));
      else if (strcmp(name, "other") == 0 || strcmp(name, "made") == 0)
        CL(clSetKernelArg(a->k, 6, sizeof less, &less));
      else if (strcmp(name, "kept") == 0)
        a->g.n = less;
      else if (strcmp(name, "exit") == 0)
        return 1;
      else if (strcmp(name, "jump") == 0 && region->line != 99)
        longjmp(before, 1);
      else if (strcmp(name, "left") == 0 && !a->g.dist[0]++)
        return 1; // as an exception would
    } while (persistify_again(region));
  CHECK(stop == 0);
  return runs;
}

// From further inside than main() does.
static __attribute__((noinline)) int enter_deep(const char *name, const bench *b, relax_app *a, const persistify_region *region, int *iter) {
  char room[1024];
  snprintf(room, sizeof room, "%s", name);
  return enter(room, b, a, region, iter);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return run_children(cases, sizeof cases / sizeof *cases);
  const char *name = argv[1], *mode = getenv("PERSISTIFY");
  bench b = open_bench();
  relax_app a = relax_open(&b, N);
  static uint64_t hash, other = 1;
  static persistify_region region;
  region = relax_region(&hash);
  if (strcmp(name, "once") == 0)
    region.once = "it prints";
  if (strcmp(name, "guard") == 0)
    region.hashes = &other;
  region.atomics = strcmp(name, "order") == 0;
  static persistify_slot slots[RELAX_SLOTS + 1] = {
      [RELAX_SLOTS] = {PERSISTIFY_CONTEXT, PERSISTIFY_IN, 0, PERSISTIFY_NONE, PERSISTIFY_NONE, "context", NULL, 0}};
  if (strcmp(name, "made") == 0) {
    memcpy(slots, relax_slots, sizeof relax_slots);
    region.slots = slots;
    region.num_slots = RELAX_SLOTS + 1;
  }
  const uint32_t way = strcmp(name, "break") == 0 ? 0 : 77;
  if (!way || strcmp(name, "exit") == 0 || strcmp(name, "end") == 0) {
    region.device_code = by_exit();
    region.exits = &way;
    region.num_exits = 1;
  }
  region.ends = strcmp(name, "unended") != 0;
  beside = clCreateBuffer(b.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 10000, NULL, NULL);
  CHECK(beside);
  static const int zero;
  CL(clEnqueueFillBuffer(b.queue, beside, &zero, sizeof zero, 0, 10000, 0, NULL, NULL));
  if (strcmp(name, "mapped") == 0)
    mapped = clEnqueueMapBuffer(b.queue, beside, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 10000, 0, NULL, NULL, NULL);
  cl_command_queue second = strcmp(name, "queues") == 0 ? clCreateCommandQueue(b.context, b.device, 0, NULL) : NULL;
  int iter = 0, single = strcmp(name, "once") == 0 || strcmp(name, "guard") == 0 || strcmp(name, "left") == 0 ||
               strcmp(name, "unended") == 0 || strcmp(name, "exit") == 0;
  static persistify_region after;
  after = region;
  after.line = 99;
  int runs;
  if (strcmp(name, "jump") == 0 && setjmp(before) == 0) {
    runs = enter_deep(name, &b, &a, &region, &iter);
  } else if (strcmp(name, "jump") == 0) {
    iter = 0;
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
    runs = enter(name, &b, &a, &after, &iter);
  } else {
    runs = enter(name, &b, &a, &region, &iter);
  }
  CHECK(runs == (strcmp(mode, "verify") != 0 ? 0 : single ? 1 : 2));
  if (strcmp(name, "twice") == 0 || strcmp(name, "left") == 0) {
    a.g.dist[0] = 0;
    CL(clEnqueueWriteBuffer(b.queue, a.from, CL_TRUE, 0, N * sizeof(int), a.g.dist, 0, NULL, NULL));
    iter = 0;
    a.g.dist[0] = 1;
    CHECK(enter(name, &b, &a, &region, &iter) == 2);
    a.g.dist[0] = 0;
  }
  if (mapped)
    CL(clEnqueueUnmapMemObject(b.queue, beside, mapped, 0, NULL, NULL));
  if (second)
    CL(clReleaseCommandQueue(second));
  CL(clReleaseMemObject(beside));
  if (strcmp(name, "random") != 0)
    relax_check(&b, &a, iter);
  return 0;
}
