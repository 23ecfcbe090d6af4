//===- soak.c - hours of what a server does ----------------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   soak MINUTES [SEED]
//
// enters a loop until the time is over, in ways that are drawn: again in one context, with a context for each, with
// programs of other options, of many trips, by threads side by side, and on a queue out of order, where it is the original.
// Each result is compared with the host's. Prints a row now and then, and ends with exit code 1 if the process has
// grown since the tenth part of its time: memory that it holds, pages, open files, threads.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

enum {
  SHORT = 12,        // vertices, which are about the trips
  LONG = 256,
  TRIP_BARRIERS = 3, // of relax.h
  SIDE_BY_SIDE = 8,
  OPTIONS = 40,      // different build options
  HEAP_KIB = 256,    // allowed growth
  PAGES_KIB = 2048,
  ROWS = 24          // of the table
};

typedef struct tally {
  uint64_t barriers, persistent, original, contexts, programs;
} tally;

typedef struct sample {
  long heap_kib, pages_kib, files, threads;
} sample;

static persistify_region region;
static tally sums;

static void add(tally *to, const tally *t) {
  __atomic_add_fetch(&to->barriers, t->barriers, __ATOMIC_RELAXED);
  __atomic_add_fetch(&to->persistent, t->persistent, __ATOMIC_RELAXED);
  __atomic_add_fetch(&to->original, t->original, __ATOMIC_RELAXED);
  __atomic_add_fetch(&to->contexts, t->contexts, __ATOMIC_RELAXED);
  __atomic_add_fetch(&to->programs, t->programs, __ATOMIC_RELAXED);
}

static unsigned draw(unsigned *seed, unsigned below) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) % below;
}

// Once more, from what the buffers were at first.
static void enter(const bench *b, relax_app *a) {
  int iter = 0;
  tally t = {0};
  CL(clEnqueueWriteBuffer(b->queue, a->from, CL_TRUE, 0, a->g.n * sizeof(int), a->g.dist, 0, NULL, NULL));
  if (relax_run(b, a, &region, &iter) == PERSISTIFY_ORIGINAL) {
    t.original = 1;
    relax_check(b, a, iter);
  } else {
    t.persistent = 1;
    t.barriers = (uint64_t)iter * TRIP_BARRIERS;
    relax_check(b, a, iter);
  }
  add(&sums, &t);
}

static void *beside(void *context) {
  bench b = *(const bench *)context;
  cl_int status;
  b.queue = clCreateCommandQueue(b.context, b.device, 0, &status);
  CL(status);
  relax_app a = relax_open(&b, SHORT);
  for (int i = 0; i < 4; ++i)
    enter(&b, &a);
  relax_close(&a);
  CL(clReleaseCommandQueue(b.queue));
  return NULL;
}

static void a_context(const bench *device, unsigned *seed) {
  bench b = *device;
  open_again(&b);
  relax_app a = relax_open(&b, SHORT);
  for (unsigned i = draw(seed, 4); i < 4; ++i)
    enter(&b, &a);
  const bool first = draw(seed, 2); // the context goes before what was made with it
  if (first)
    close_bench(&b);
  relax_close(&a);
  if (!first)
    close_bench(&b);
  add(&sums, &(tally){.contexts = 1, .programs = 1});
}

static void other_options(const bench *b, relax_app *a, unsigned job) {
  char options[32];
  snprintf(options, sizeof options, "-DJOB=%u", job);
  CL(clReleaseKernel(a->k));
  CL(clReleaseProgram(a->program));
  a->program = build(b, relax_source, options);
  a->k = kernel(a->program, "relax");
  relax_set_args(a);
  add(&sums, &(tally){.programs = 1});
}

static void some_threads(const bench *b) {
  pthread_t threads[SIDE_BY_SIDE];
  for (int i = 0; i < SIDE_BY_SIDE; ++i)
    CHECK(pthread_create(&threads[i], NULL, beside, (void *)b) == 0);
  for (int i = 0; i < SIDE_BY_SIDE; ++i)
    pthread_join(threads[i], NULL);
  add(&sums, &(tally){.programs = SIDE_BY_SIDE});
}

static long entries_of(const char *folder) {
  DIR *d = opendir(folder);
  long n = 0;
  while (d && readdir(d))
    ++n;
  if (d)
    closedir(d);
  return n;
}

static sample look(void) {
  sample s = {0};
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  CHECK(f && fscanf(f, "%*s %ld", &pages) == 1);
  fclose(f);
  const struct mallinfo2 heap = mallinfo2();
  s.heap_kib = (long)((heap.uordblks + heap.hblkhd) / 1024);
  s.pages_kib = pages * (sysconf(_SC_PAGESIZE) / 1024);
  s.files = entries_of("/proc/self/fd");
  s.threads = entries_of("/proc/self/task");
  return s;
}

static void print_row(double minutes, const sample *s) {
  printf("%7.1f %11llu %9llu %9llu %9llu %9llu %8ld %8ld %5ld %7ld\n", minutes, (unsigned long long)sums.barriers,
         (unsigned long long)sums.persistent, (unsigned long long)sums.original, (unsigned long long)sums.contexts,
         (unsigned long long)sums.programs, s->heap_kib, s->pages_kib, s->files, s->threads);
  fflush(stdout);
}

int main(int argc, char **argv) {
  const double minutes = argc > 1 ? atof(argv[1]) : 0.1;
  unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
  static uint64_t hash;
  region = relax_region(&hash);
  region.ends = true;
  const bench b = open_bench();
  bench unordered = b;
  cl_int status;
  unordered.queue = clCreateCommandQueue(b.context, b.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
  CL(status);
  relax_app small = relax_open(&b, SHORT), large = relax_open(&b, LONG);
  printf("minutes    barriers persistent  original  contexts  programs heap KiB   KiB in files threads\n");
  for (unsigned job = 0; job < OPTIONS; ++job) { // what is kept of each is there from now on
    other_options(&b, &small, job);
    enter(&b, &small);
  }
  const double begin = now_us(), all = minutes * 60e6;
  sample warm = {0}, now = {0};
  bool is_warm = false;
  int rows = 0;
  for (double passed = 0; passed < all; passed = now_us() - begin) {
    switch (draw(&seed, 8)) {
    case 0:
      a_context(&b, &seed);
      break;
    case 1:
      other_options(&b, &small, draw(&seed, OPTIONS));
      enter(&b, &small);
      break;
    case 2:
      some_threads(&b);
      break;
    case 3:
      enter(&unordered, &small);
      break;
    case 4:
    case 5:
      for (int i = 0; i < 16; ++i)
        enter(&b, &small);
      break;
    default:
      enter(&b, &large);
      break;
    }
    if (!is_warm && passed >= all / 10) {
      warm = look();
      is_warm = true;
    }
    if (passed >= all / ROWS * rows) {
      now = look();
      print_row(passed / 60e6, &now);
      ++rows;
    }
  }
  malloc_trim(0);
  now = look();
  for (int i = 0; i < 100 && now.threads > warm.threads; ++i, now = look())
    usleep(10000); // one that ends
  print_row((now_us() - begin) / 60e6, &now);
  const bool flat = now.heap_kib <= warm.heap_kib + HEAP_KIB && now.pages_kib <= warm.pages_kib + PAGES_KIB &&
                    now.files <= warm.files && now.threads <= warm.threads;
  printf("since the tenth part: heap %+ld KiB, pages %+ld KiB, files %+ld, threads %+ld: %s\n", now.heap_kib - warm.heap_kib,
         now.pages_kib - warm.pages_kib, now.files - warm.files, now.threads - warm.threads, flat ? "flat" : "GROWN");
  relax_close(&small);
  relax_close(&large);
  CL(clReleaseCommandQueue(unordered.queue));
  close_bench(&b);
  return flat ? 0 : 1;
}
