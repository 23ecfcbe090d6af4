//===- plugin.c - a library with a runtime of its own ------------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built twice, for plugins.c, which knows it by name only.
//
//===----------------------------------------------------------------------===//
#include "relax.h"

#include "plugin.h"

enum { N = 12 };

static bench b;
static relax_app app;

static int start(void) {
  b = open_bench();
  app = relax_open(&b, N);
  return app.k != NULL;
}

static void *kernel_of(void) { return app.k; }

static void set(void *k, int value) { CL(clSetKernelArg((cl_kernel)k, 6, sizeof value, &value)); }

static int enter(void) {
  static uint64_t hash;
  static persistify_region region;
  region = relax_region(&hash);
  int iter = 0;
  CL(clEnqueueWriteBuffer(b.queue, app.from, CL_TRUE, 0, N * sizeof(int), app.g.dist, 0, NULL, NULL));
  const int taken = relax_run(&b, &app, &region, &iter);
  relax_check(&b, &app, iter);
  return taken == 0;
}

static void *part(void) {
  static cl_mem none;
  none = buffer(&b, 64, NULL);
  return none;
}

static void end(void *memory) { CL(clReleaseMemObject((cl_mem)memory)); }

const plugin PLUGIN_NAME = {start, kernel_of, set, enter, part, end};
