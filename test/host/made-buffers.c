/* Buffers that the loop itself makes and releases: scratch memory of a helper, a handle from
   outside, sizes that change, host data that a buffer starts with.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify a
   Between two trips nobody has them.
   RUN: env "CHECK_AT=1,0 2,0 3,1 1,1 2,3 5,2" %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: rm -rf %t && %persistify --explain %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs | grep -c "between trips: the loop can be entered" | grep -x 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --expect-fallback "is not the context of the queue" -- other
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --expect-fallback "size of a launch or buffer that is zero" -- none
*/
#include "setup.h"

static const size_t global = 64;

/* The sum of a, by way of scratch memory. */
static int sum(cl_context of, cl_kernel total, cl_mem a, int n) {
  cl_int err;
  int zero = 0, result = -1;
  const size_t local = 32;
  cl_mem scratch = clCreateBuffer(of, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  if (err != CL_SUCCESS || !scratch)
    return -1;
  clEnqueueWriteBuffer(queue, scratch, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
  clSetKernelArg(total, 0, sizeof a, &a);
  clSetKernelArg(total, 1, sizeof scratch, &scratch);
  clSetKernelArg(total, 2, local * sizeof(int), NULL);
  clSetKernelArg(total, 3, sizeof n, &n);
  clEnqueueNDRangeKernel(queue, total, 1, NULL, &global, &local, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, scratch, CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL);
  if (scratch != NULL)
    clReleaseMemObject(scratch);
  return result;
}

static void launch(cl_kernel k, cl_mem in, cl_mem out, int v, size_t n) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
}

struct scratch {
  cl_mem first, second;
  size_t bytes;
};

static cl_mem allocate(size_t bytes) {
  cl_int status;
  cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
  if (status)
    exit(4);
  return m;
}

int main(int argc, char **argv) {
  const int other = argc > 1 && !strcmp(argv[1], "other");
  start("steps.cl", "");
  cl_kernel total = kernel_named("total"), add = kernel_named("add"), map = kernel_named("map"),
            back = kernel_named("map_back");
  cl_mem a = ints(64, 1), b = ints(64, 9);
  cl_context of = other ? clCreateContext(NULL, 1, &device, NULL, NULL, NULL) : context;

  /* Until the sum is large enough; the helper twice in a trip. */
  int s = 0, t = 0, twice = 0;
  while (s < 30000) {
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    s = sum(of, total, a, 64);
    if (s < 0)
      break;
    twice += sum(of, total, b, 48);
    t++;
  }
  printf("%d %d %d\n", s, t, twice);
  show("a", a);

  /* Two at a time, of sizes that grow, in a struct; early ways out. */
  for (int i = 0; i < 7; i++) {
    struct scratch on = {NULL, NULL, (64 + 16 * (size_t)i) * sizeof(int)};
    on.first = allocate(on.bytes);
    on.second = allocate(on.bytes);
    launch(map, a, on.first, i, 64);
    launch(back, on.first, on.second, i, 64);
    if (i == 5) {
      clReleaseMemObject(on.first);
      clReleaseMemObject(on.second);
      break;
    }
    launch(map, on.second, a, -i, 64);
    clReleaseMemObject(on.second);
    clReleaseMemObject(on.first);
  }
  show("a", a);

  /* In a handle from outside, which nobody looks at behind the loop. */
  cl_mem tmp;
  for (int i = 0; i < 5; ++i) {
    tmp = clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, NULL);
    launch(i % 2 ? map : back, a, tmp, i, 64);
    clEnqueueCopyBuffer(queue, tmp, b, 0, 0, 64 * sizeof(int), 0, NULL, NULL);
    clReleaseMemObject(tmp);
    tmp = NULL;
    launch(map, b, a, 1, 64);
  }
  show("b", b);

  /* What the host has computed so far. */
  int weights[64];
  for (int i = 0; i < 64; ++i)
    weights[i] = i * i;
  for (int i = 0; i < 4; ++i) {
    cl_mem w = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof weights, weights, NULL);
    launch(map, w, a, i, 64);
    launch(back, a, b, i, 64);
    clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof weights, weights, 0, NULL, NULL);
    clReleaseMemObject(w);
  }
  show("b", b);
  printf("%d %d\n", weights[3], weights[63]);

  /* A loop in the loop, each with its own. */
  for (int i = 0; i < 3; ++i) {
    cl_mem outer = allocate(64 * sizeof(int));
    launch(map, a, outer, i, 64);
    for (int k = 0; k <= i; ++k) {
      cl_mem inner = allocate((k + 64) * sizeof(int));
      launch(back, outer, inner, k, 64);
      launch(map, inner, outer, i, 64);
      clReleaseMemObject(inner);
    }
    launch(back, outer, a, 0, 64);
    clReleaseMemObject(outer);
  }
  show("a", a);

  /* No bytes: the original loop meets the error. */
  const size_t least = argc > 1 && !strcmp(argv[1], "none") ? 0 : 256;
  int failed = 0;
  for (int i = 0; i < 3; ++i) {
    cl_int err;
    cl_mem w = clCreateBuffer(context, CL_MEM_READ_WRITE, i == 1 ? least : 256, NULL, &err);
    if (err != CL_SUCCESS) {
      failed = 1 + i;
      break;
    }
    launch(map, a, w, i, 64);
    launch(map, w, a, i, 64);
    clReleaseMemObject(w);
  }
  printf("failed: %d\n", failed);
  show("a", a);
  return 0;
}
