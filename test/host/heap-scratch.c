/* Arrays that each trip makes in host memory and gives back: results that the host adds up, uploads of zeros, in helpers,
   two at a time, under a condition.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify a -- 37
   RUN: env PERSISTIFY_FAULT=no-heap-arrays not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DMEET --no-persist --reason PST1017
*/
#include "setup.h"

static cl_kernel add, map;
static size_t global = 64;

static void launch(cl_kernel k, cl_mem in, cl_mem out, int v) {
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof out, &out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void raise(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static long total(cl_mem a, int n) {
  int *all = (int *)malloc(n * sizeof(int)), i;
  long sum = 0;
  if (!all)
    return -1;
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), all, 0, NULL, NULL);
  for (i = 0; i < n; i++)
    sum += all[i];
  free(all);
  return sum;
}

static void clear(cl_mem a, size_t n) {
  int *zero = calloc(n, sizeof(int));
  clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, n * sizeof(int), zero, 0, NULL, NULL);
  free(zero);
}

#ifdef MEET
static int *piece(int v) {
  int *p = malloc(4 * sizeof(int));
  p[0] = v;
  return p;
}
#endif

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  start("steps.cl", "");
  add = kernel_named("add"), map = kernel_named("map");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  long sum = 0;

#ifdef MEET
  /* Two of one call, the first is still there. */
  for (int i = 0; i < 5; i++) {
    int *p[2];
    for (int k = 0; k < 2; k++)
      p[k] = piece(i + k);
    raise(a, p[0][0]);
    raise(a, 3 * p[1][0]);
    free(p[0]);
    free(p[1]);
  }
  show("a", a);
  return 0;
#else

  for (int i = 0; i < 5; i++) {
    raise(a, i);
    sum += total(a, n);
    sum -= total(b, n / 2 + i);
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 4; i++) {
    launch(map, b, a, i);
    if (total(a, n) % 2)
      clear(a, n - i);
    launch(map, a, b, i);
  }
  show("a", a);
  show("b", b);

  /* Two at a time, which the host computes with. */
  for (int i = 0; i < 4; i++) {
    int *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL);
    y[n - 1] = x[0] ^ x[n / 2];
    memcpy(x, y, (n / 2) * sizeof *x);
    x[0] += y[n - 1] - i;
    clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL);
    free(y);
    free(x);
  }
  show("b", b);

  /* Under a condition. */
  for (int i = 0; i < 6; i++) {
    raise(b, i);
    if (i % 2) {
      size_t size = n * 2;
      float *f = (float *)malloc(size * sizeof(float));
      int *g = NULL;
      f[size - 1] = 0.5f * i;
      f[i] = 7.0f + i;
      sum += (long)f[size - 1] + (long)f[i];
      free(f);
      free(g);
    }
  }
  printf("%ld\n", sum);
  show("b", b);

  /* In an inner loop, one behind the other; a pointer from outside the loop. */
  int *p;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2 + i; k++) {
      p = malloc(n * sizeof *p);
      raise(a, k);
      clEnqueueReadBuffer(queue, a, CL_FALSE, 0, n * sizeof *p, p, 0, NULL, NULL);
      clFinish(queue);
      sum += p[k] * p[n - 1];
      free(p);
    }
  }
  printf("%ld\n", sum);

  /* What was there before is not there again: calloc's bytes are zero each time. */
  for (int i = 0; i < 4; i++) {
    int *count = calloc(16, sizeof *count);
    int first;
    raise(a, i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
    count[first & 15] += 1;
    count[(first / 16) & 15] += i;
    for (int k = 0; k < 16; k++)
      sum = sum * 3 % 100003 + count[k];
    free(count);
  }
  printf("%ld\n", sum);
  show("a", a);
  return 0;
#endif
}
