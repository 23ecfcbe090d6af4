/* Whether a transfer blocks, and how a part is mapped, by a variable: of the file, a parameter, a member, one that the run knows, or that
   changes in the loop.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 -- 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify a -- 1 2
   RUN: env PERSISTIFY_FAULT=blocking-alone not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
*/
#include "setup.h"

static cl_bool blocking = CL_TRUE;
static cl_kernel add;
static size_t global = 64;
static cl_map_flags how = CL_MAP_READ | CL_MAP_WRITE;

struct device {
  cl_command_queue queue;
  cl_bool wait;
};

static void raise(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int first_by(const struct device *d, cl_mem a) {
  int first;
  clEnqueueReadBuffer(d->queue, a, d->wait, 0, sizeof first, &first, 0, NULL, NULL);
  return first;
}

int main(int argc, char **argv) {
  (void)argv;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  long sum = 0;

  for (int i = 0; i < 5; i++) {
    int first;
    raise(a, i);
    clEnqueueReadBuffer(queue, a, blocking, 0, sizeof first, &first, 0, NULL, NULL);
    sum += first;
  }
  printf("%ld\n", sum);

  const struct device d = {queue, CL_TRUE};
  for (int i = 0; i < 5; i++) {
    raise(b, i);
    sum -= first_by(&d, b);
  }
  printf("%ld\n", sum);

  /* Only the run knows. */
  const cl_bool wait = argc > 1;
  for (int i = 0; i < 5; i++) {
    int first = i;
    raise(a, i);
    clEnqueueWriteBuffer(queue, b, wait, 4, sizeof first, &first, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, a, wait, 0, sizeof first, &first, 0, NULL, NULL);
    if (!wait)
      clFinish(queue);
    else
      clFlush(queue);
    clFinish(queue);
    raise(b, first % 5);
  }
  show("b", b);

  static int data[64];
  for (int i = 0; i < 5; i++) {
    raise(a, i);
    clEnqueueReadBuffer(queue, a, argc > 2 ? CL_FALSE : CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clFinish(queue);
    sum += data[i] * 3 + data[63 - i];
  }
  printf("%ld\n", sum);

  /* Another one in each trip. */
  cl_bool now = CL_FALSE;
  for (int i = 0; i < 6; i++) {
    int last;
    raise(a, i);
    clEnqueueReadBuffer(queue, a, now, 63 * sizeof last, sizeof last, &last, 0, NULL, NULL);
    clFinish(queue);
    sum += last;
    now = !now;
  }
  printf("%ld %d\n", sum, (int)now);

  for (int i = 0; i < 5; i++) {
    raise(a, i);
    int *p = clEnqueueMapBuffer(queue, a, blocking, how, 0, 4 * sizeof *p, 0, NULL, NULL, NULL);
    p[i & 3] += 7 * i;
    sum += p[0];
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
  }
  printf("%ld\n", sum);
  show("a", a);
  return 0;
}
