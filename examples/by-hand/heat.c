/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Heat in a rod, until no cell moves by more than a tolerance: a persistent kernel
 * written by hand (heat.persistent.cl), with the loop on the host where the library
 * finds the device unfit.
 *
 *   heat [CELLS [TOLERANCE]]
 */
#include "by-hand.h"

enum { QUEUE, KERNEL, A, B, CELLS, TOLERANCE, STEPS };
static const persistify_slot slots[] = {
    SLOT_QUEUE,          SLOT_KERNEL("heat_step"),    SLOT_BUFFER("a", 0),     SLOT_BUFFER("b", 1),
    SLOT_IN("cells", 0), SLOT_IN("tolerance", 8), SLOT_INOUT("steps", 16),
};
/* Both buffers are written, so the library keeps copies until the kernel ended well. */
static const persistify_handle handles[] = {{PERSISTIFY_NONE, 1}, {PERSISTIFY_NONE, 1}};
static const persistify_pair distinct[] = {{0, 1}};
/* As many work-items as there are cells have something to do. */
static const persistify_hint items[] = {{{CELLS, PERSISTIFY_NONE, PERSISTIFY_NONE}, {0, 1, 1}}};
static persistify_region region = REGION("heat_persistent", 24, .distinct = distinct, .num_distinct = COUNT(distinct),
                                         .items = items, .num_items = COUNT(items), .ends = 1);

static cl_uint loop_on_host(const app *a, cl_kernel kernel, cl_mem from, cl_mem to, cl_uint n, cl_uint tolerance) {
  cl_uint steps = 0, moved = tolerance + 1, zero = 0;
  cl_mem most = open_buffer(a, sizeof moved, &zero);
  size_t global = n;
  CL_OK(clSetKernelArg(kernel, 2, sizeof most, &most));
  CL_OK(clSetKernelArg(kernel, 3, sizeof n, &n));
  while (moved > tolerance) {
    CL_OK(clEnqueueWriteBuffer(a->queue, most, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, NULL));
    CL_OK(clSetKernelArg(kernel, 0, sizeof from, &from));
    CL_OK(clSetKernelArg(kernel, 1, sizeof to, &to));
    CL_OK(clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CL_OK(clEnqueueReadBuffer(a->queue, most, CL_TRUE, 0, sizeof moved, &moved, 0, NULL, NULL));
    cl_mem other = from;
    from = to;
    to = other;
    ++steps;
  }
  CL_OK(clReleaseMemObject(most));
  return steps;
}

static cl_uint loop_on_cpu(cl_int *rod, cl_uint n, cl_uint tolerance) {
  cl_int *next = (cl_int *)malloc(n * sizeof *next);
  cl_uint steps = 0, moved = tolerance + 1;
  for (; moved > tolerance; ++steps) {
    moved = 0;
    for (cl_uint i = 0; i < n; ++i) {
      next[i] = i == 0 || i + 1 == n ? rod[i] : (rod[i - 1] + 2 * rod[i] + rod[i + 1]) / 4;
      cl_uint by = (cl_uint)abs(next[i] - rod[i]);
      moved = by > moved ? by : moved;
    }
    memcpy(rod, next, n * sizeof *rod);
  }
  free(next);
  return steps;
}

int main(int argc, char **argv) {
  cl_uint cells = argc > 1 ? (cl_uint)atoi(argv[1]) : 1000, tolerance = argc > 2 ? (cl_uint)atoi(argv[2]) : 300, steps = 0;
  if (cells < 2) {
    fprintf(stderr, "usage: heat [CELLS [TOLERANCE]], two cells or more\n");
    return 2;
  }
  app a = open_app(argv[0], "heat");
  cl_kernel step = open_kernel(&a, "heat_step");
  cl_int *rod = (cl_int *)calloc(cells, sizeof *rod), *want = (cl_int *)calloc(cells, sizeof *want);
  rod[0] = want[0] = 1 << 20;
  cl_mem one = open_buffer(&a, cells * sizeof *rod, rod), two = open_buffer(&a, cells * sizeof *rod, rod);

  region.device_code = a.persistent;
  region.hashes = &a.hash; /* this source, and no other, may stand in front of it */
  void *const bind[] = {&a.queue, &step, &one, &two, &cells, &tolerance, &steps};
  const char *how = "persistent kernel";
  if (persistify_run(&region, bind) == PERSISTIFY_ORIGINAL) {
    how = "loop on the host";
    do /* twice with PERSISTIFY=verify, which compares both with the persistent kernel */
      steps = loop_on_host(&a, step, one, two, cells, tolerance);
    while (persistify_again(&region)); /* what .ends promises */
  }
  CL_OK(clEnqueueReadBuffer(a.queue, steps % 2 ? two : one, CL_TRUE, 0, cells * sizeof *rod, rod, 0, NULL, NULL));

  cl_uint want_steps = loop_on_cpu(want, cells, tolerance);
  int good = steps == want_steps && memcmp(rod, want, cells * sizeof *rod) == 0;
  printf("heat: %u cells, %u steps (CPU: %u), %s\n%s\n", cells, steps, want_steps, how, good ? "PASS" : "FAIL");
  CL_OK(clReleaseMemObject(one));
  CL_OK(clReleaseMemObject(two));
  CL_OK(clReleaseKernel(step));
  close_app(&a);
  free(rod);
  free(want);
  return !good;
}
