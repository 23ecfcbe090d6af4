/* Memory that each trip allocates and never gives back: of helpers that return it, of pointers from outside the loop, freed on some
   ways only, zero each time. What somebody still has a pointer to is not taken for left.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 --verify a -- 37
   RUN: env PERSISTIFY_FAULT=memory-freed not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DKEPT=1 --no-persist --reason PST1004
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DKEPT=2 --no-persist --reason PST1004
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DKEPT=3 --no-persist --reason PST1003
   RUN: %long env PERSISTIFY_FAULT=heap-arrays-meet not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DKEPT=3 --no-persist --reason PST1003
*/
#include "setup.h"

static cl_kernel add;
static size_t global = 64;

static void raise(cl_mem a, int v) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int *contents(cl_mem a, int n) {
  int *all = malloc(n * sizeof *all);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, n * sizeof *all, all, 0, NULL, NULL);
  return all;
}

static int *first_two(cl_mem a) {
  int *few = malloc(2 * sizeof(int));
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 2 * sizeof(int), few, 0, NULL, NULL);
  return few;
}

struct result {
  int *data;
  int n;
};

static struct result result_of(cl_mem a, int n) {
  struct result r;
  r.n = n;
  r.data = (int *)malloc(sizeof(int) * n);
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof(int) * n, r.data, 0, NULL, NULL);
  return r;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  long sum = 0;

#ifdef KEPT
  int *kept[5], *last = NULL;
  for (int i = 0; i < 5; i++) {
    raise(a, i);
#if KEPT == 1
    kept[i] = contents(a, n);
#elif KEPT == 2
    last = contents(a, n);
#else
    int *pieces[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
      pieces[1] = pieces[0];
      pieces[0] = contents(a, n);
      raise(a, pieces[0][k]);
    }
    sum += pieces[1][0] - pieces[0][0];
#endif
  }
#if KEPT == 1
  printf("%d %d\n", kept[0][1], kept[4][n - 1]);
#elif KEPT == 2
  printf("%d\n", last[n - 1]);
#endif
  (void)kept, (void)last;
  printf("%ld\n", sum);
  show("a", a);
  return 0;
#else

  for (int i = 0; i < 5; i++) {
    raise(a, i);
    int *now = contents(a, n);
    for (int k = 0; k < n; k++)
      sum += now[k];
    if (now[1] > 1000)
      break;
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 5; i++) {
    raise(a, i);
    int *two = first_two(a);
    int *more = first_two(b);
    raise(b, two[0] % 5 + more[1] % 3);
  }
  show("b", b);

  int *outside; /* which nobody looks at behind the loop */
  for (int i = 0; i < 4; i++) {
    raise(b, i);
    outside = malloc(n * sizeof *outside);
    clEnqueueReadBuffer(queue, b, CL_FALSE, 0, n * sizeof *outside, outside, 0, NULL, NULL);
    clFinish(queue);
    raise(a, outside[n - 1] % 7);
  }
  show("a", a);

  for (int i = 0; i < 6; i++) {
    raise(a, i);
    int *now = contents(a, n);
    sum += now[i];
    if (i % 3 == 0)
      free(now);
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 4; i++) {
    raise(a, i);
    int *zero = calloc(n, sizeof *zero), *some = calloc(4, sizeof *some);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, (i % 2 ? n / 2 : n) * sizeof(int), zero, 0, NULL, NULL);
    some[i & 3] += zero[0];
    for (int k = 0; k < n; k++)
      sum = sum * 3 % 100003 + zero[k] + some[k & 3];
  }
  printf("%ld\n", sum);

  for (int i = 0; i < 4; i++) {
    raise(b, i);
    struct result r = result_of(b, n), *s = &r;
    for (int k = 0; k < s->n; k++)
      sum = sum * 7 % 100003 + s->data[k];
  }
  printf("%ld\n", sum);

  /* In an inner loop, and left by a jump. */
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      int *now = contents(k % 2 ? a : b, n);
      sum += now[k];
      raise(a, now[0] % 3);
      if (now[2] % 2)
        continue;
      int *other = contents(a, n);
      sum -= other[2];
      if (sum < -100000)
        goto out;
    }
  }
out:
  printf("%ld\n", sum);
  show("a", a);
  return 0;
#endif
}
