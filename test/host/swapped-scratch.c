/* Scratch buffers of a trip that an inner loop exchanges, by pointers to the handles, by value, in structs and three in
   turn: which of them a handle holds at its release is not known.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 9
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --verify a -- 4
   RUN: env PERSISTIFY_FAULT=no-swapped-buffers not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
*/
#include "setup.h"

static size_t global = 64;
static cl_kernel map, back;

static cl_mem scratch(void) {
  cl_int err;
  cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * sizeof(int), NULL, &err);
  need(err, "scratch");
  return m;
}

static void launch(cl_kernel k, const cl_mem *in, const cl_mem *out, int v) {
  clSetKernelArg(k, 0, sizeof *in, in);
  clSetKernelArg(k, 1, sizeof *out, out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int first_of(cl_mem m) {
  int first;
  clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
  return first;
}

/* Handles behind pointers change places. */
static int reduce(cl_mem *from, int n) {
  cl_mem one = scratch(), other = scratch(), *in = &one, *out = &other;
  int result;
  launch(map, from, &one, n);
  while (n > 1) {
    launch(n % 2 ? map : back, in, out, n);
    cl_mem was = *in;
    *in = *out;
    *out = was;
    n = n / 2;
  }
  result = first_of(*in);
  clReleaseMemObject(one);
  clReleaseMemObject(other);
  return result;
}

struct pair {
  cl_mem now, next;
};

static void flip(struct pair *p) {
  cl_mem was = p->now;
  p->now = p->next;
  p->next = was;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 13;
  start("steps.cl", "");
  map = kernel_named("map"), back = kernel_named("map_back");
  cl_mem a = ints(64, 1), b = ints(64, 5);
  int sum = 0;

  for (int i = 0; i < 5; i++) {
    sum += reduce(&a, n + i) % 1000;
    sum += reduce(&b, n) % 1000;
    launch(map, &b, &a, sum);
  }
  printf("%d\n", sum);
  show("a", a);

  /* Members, under a condition. */
  for (int i = 0; i < 4; i++) {
    struct pair p = {scratch(), scratch()};
    launch(map, &a, &p.now, i);
    launch(back, &a, &p.next, i);
    for (int k = 0; k < n % 5; k++) {
      launch(back, &p.now, &p.next, k);
      if (sum % 3 != k % 3)
        flip(&p);
    }
    launch(map, &p.now, &b, 1);
    launch(map, &p.next, &a, 2);
    clReleaseMemObject(p.next);
    clReleaseMemObject(p.now);
  }
  show("a", a);
  show("b", b);

  /* Three in turn, and a fourth that stays where it is. */
  for (int i = 0; i < 3; i++) {
    cl_mem x = scratch(), y = scratch(), z = scratch(), still = scratch();
    launch(map, &a, &x, i), launch(back, &a, &y, i), launch(map, &b, &z, i), launch(map, &b, &still, 7);
    for (int k = 0; k < n; k++) {
      cl_mem t = x;
      launch(map, &still, &z, k);
      launch(back, &x, &y, k);
      x = y;
      y = z;
      z = t;
    }
    launch(map, &x, &a, 1);
    launch(map, &y, &b, 1);
    clReleaseMemObject(still);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    sum += first_of(z) % 100;
    clReleaseMemObject(z);
  }
  printf("%d\n", sum);
  show("a", a);
  show("b", b);

  /* Exchanged after one was released and made again. */
  for (int i = 0; i < 3; i++) {
    cl_mem x = scratch(), y = scratch();
    launch(map, &a, &x, i), launch(back, &b, &y, i);
    for (int k = 0; k < n % 3 + 1; k++) {
      cl_mem t = x;
      x = y;
      y = t;
    }
    launch(map, &x, &a, 1);
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    x = scratch();
    launch(back, &a, &x, 4);
    sum += first_of(x) % 100;
    clReleaseMemObject(x);
  }
  printf("%d\n", sum);
  show("a", a);

  /* Tested for null on the way. */
  for (int i = 0; i < 4; i++) {
    cl_mem x = scratch(), y = scratch();
    launch(map, &a, &x, i), launch(back, &b, &y, i);
    int k = 0;
    do {
      cl_mem t = x;
      x = y;
      y = t;
    } while (++k < n && first_of(x) % 7);
    launch(map, &y, &b, i);
    if (x)
      clReleaseMemObject(x);
    if (y != NULL)
      clReleaseMemObject(y);
  }
  show("b", b);
  return 0;
}
