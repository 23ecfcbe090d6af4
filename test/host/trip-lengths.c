/* Memory of a trip that nobody gives back by himself: arrays whose length only the run knows, in blocks, helpers and inner loops,
   handed on, of another length each time; alloca; aligned memory.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify a -- 37
   RUN: env PERSISTIFY_FAULT=no-trip-lengths not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
*/
#include "setup.h"
#include <alloca.h>

static cl_kernel add;
static size_t global = 64;

static void raise(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int most(const int *values, int n) {
  int best = values[0];
  for (int i = 1; i < n; i++)
    best = values[i] > best ? values[i] : best;
  return best;
}

static int most_of(cl_mem a, int n) {
  int values[n];
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *values, values, 0, NULL, NULL);
  return most(values, n);
}

static int calls;
static int length(int n) {
  calls++;
  return n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 64;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  long sum = 0;

  for (int i = 0; i < 5; i++) {
    int values[n];
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), values, 0, NULL, NULL);
    for (int k = 0; k < n; k++)
      sum += values[k] * (k + 1);
    if (values[n - 1] > 5000)
      break;
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 5; i++) {
    raise(a, most_of(b, n) % 3);
    raise(b, most_of(a, n / 2) % 5);
  }
  show("a", a);
  show("b", b);

  /* Of another length in each trip, and two at a time. */
  for (int i = 0; i < 5; i++) {
    int first[length(n - i)], second[n];
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, (n - i) * sizeof(int), first, 0, NULL, NULL);
    memcpy(second, first, (n - i) * sizeof *first);
    second[n - i - 1] = -i;
    sum = sum * 3 % 100003 + most(second, n - i) + second[n - i - 1];
    clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, (n - i) * sizeof *second, second, 0, NULL, NULL);
  }
  printf("%ld %d\n", sum, calls);
  show("b", b);

  for (int i = 0; i < 4; i++) {
    for (int k = 1; k < 4; k++) {
      const int m = n / k;
      int part[m];
      raise(b, k);
      clEnqueueReadBuffer(queue, b, CL_TRUE, 0, m * sizeof(int), part, 0, NULL, NULL);
      int *last = part + m - 1;
      sum = sum * 3 % 100003 + *last + part[0];
      if (part[1] % 3 == 0)
        continue;
      sum++;
    }
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 4; i++) {
    int *values = alloca(n * sizeof *values);
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *values, values, 0, NULL, NULL);
    sum += values[i] - values[n - 1 - i];
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 4; i++) {
    int *values = aligned_alloc(64, 64 * sizeof *values);
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64 * sizeof *values, values, 0, NULL, NULL);
    sum += values[i] - values[63 - 2 * i];
    free(values);
  }
  printf("%ld\n", sum);
  show("a", a);
  return 0;
}
