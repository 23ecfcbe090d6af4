//===- jobs.c - a server that makes everything anew for each job -------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each job makes a context, queue, program, kernel and buffers, enters the loop and releases all of it. The memory
// of the process must not grow with their number, on either path.
//
// What is counted are the allocations of the library that are left (it and this program are linked with --wrap), and in a
// process of its own, where the implementation tells it (test/native-cl), the objects that nobody released.
//
//   jobs contexts JOBS, jobs programs JOBS      one case: a context for each job; one context, and programs with other options
//
//===----------------------------------------------------------------------===//
#include "children.h"
#include "relax.h"

#include "internal.h"

enum { N = 12, WARM = 12, MANY = 70 }; // jobs until what is kept at most is there; programs

static const char off[] = "PERSISTIFY=off";
static const child cases[] = {
    {"contexts 40", {"PERSISTIFY=on"}, 0, "jobs: 0 more, all persistent", 1},
    {"contexts 40", {off}, 0, "jobs: 0 more, none persistent", 1},
    {"programs 10", {"PERSISTIFY=on"}, 0, "jobs: 0 more, all persistent", 1},
    {"contexts 1", {"PERSISTIFY=on", "NATIVE_CL_LEAKS=1"}, 0, "was never released", 0},
    {"left 1", {"PERSISTIFY=on", "NATIVE_CL_LEAKS=1"}, 0, "was never released", 0},
};

static long live; // allocations

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *old);

// But for those that stand for buffers, some of which have ended.
static long held(void) { return live - (long)pst_memory_known(); }

static void count_by(long n) { __atomic_add_fetch(&live, n, __ATOMIC_RELAXED); }

void *__wrap_malloc(size_t size) {
  count_by(1);
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  count_by(1);
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  count_by(old == NULL);
  return __real_realloc(old, size);
}
char *__wrap_strdup(const char *text) {
  count_by(1);
  return __real_strdup(text);
}
void __wrap_free(void *old) {
  count_by(-(old != NULL));
  __real_free(old);
}

static void other_program(const bench *b, relax_app *a, int job) {
  char options[32];
  snprintf(options, sizeof options, "-DJOB=%d", job);
  CL(clReleaseKernel(a->k));
  CL(clReleaseProgram(a->program));
  a->program = build(b, relax_source, options);
  a->k = kernel(a->program, "relax");
  relax_set_args(a);
}

// `left`: the context first, while its queue is still in use, and everything else after that.
static int run_case(const char *name, int jobs) {
  const int anew = strcmp(name, "programs") != 0, left = strcmp(name, "left") == 0, warm = jobs == 1 ? 0 : anew ? WARM : MANY;
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  bench b = open_bench();
  long before = 0;
  int taken = 0;
  for (int job = 0; job < jobs + warm; ++job) {
    if (job == warm)
      before = held();
    if (anew && job)
      open_again(&b);
    relax_app a = relax_open(&b, N);
    if (!anew)
      other_program(&b, &a, job);
    if (left)
      CL(clReleaseContext(b.context));
    int iter = 0;
    taken += relax_run(&b, &a, &region, &iter) != PERSISTIFY_ORIGINAL;
    relax_check(&b, &a, iter);
    if (left)
      CL(clReleaseCommandQueue(b.queue));
    relax_close(&a);
    if (anew && !left)
      close_bench(&b);
  }
  const long more = held() - before;
  fprintf(stderr, "jobs: %ld more, %s persistent\n", jobs > 1 ? more : 0,
          taken == jobs + warm ? "all" : taken ? "some" : "none");
  if (!anew)
    close_bench(&b);
  return 0;
}

int main(int argc, char **argv) {
  char name[32];
  int jobs;
  setenv("PERSISTIFY_GROUPS", "1", 1); // it is not about them
  if (argc > 1)
    return sscanf(argv[1], "%31s %d", name, &jobs) == 2 ? run_case(name, jobs) : 2;
  return run_children(cases, sizeof cases / sizeof *cases);
}
