/* Pointers of the loop's own that ways set otherwise: exchanged in an inner loop, set by if and switch, null on some ways,
   returned, chosen by data, several to one object.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 7 same
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 -- 10 other plan
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 --verify a -- 4
   RUN: env PERSISTIFY_FAULT=no-targets not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8
*/
#include "setup.h"

static size_t global = 64;
static cl_kernel map, back, stamp;

static void launch(cl_kernel k, const cl_mem *in, const cl_mem *out, int v) {
  clSetKernelArg(k, 0, sizeof *in, in);
  clSetKernelArg(k, 1, sizeof *out, out);
  clSetKernelArg(k, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int first_of(const cl_mem *m) {
  int first;
  clEnqueueReadBuffer(queue, *m, CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL);
  return first;
}

static int reduce(cl_mem *x, cl_mem *y, int n) {
  cl_mem *in = x, *out = y;
  while (n > 1) {
    launch(n % 3 ? map : back, in, out, n);
    cl_mem *was = in;
    in = out;
    out = was;
    n /= 2;
  }
  return first_of(in);
}

/* The parameters themselves. */
static const cl_mem *rounds(const cl_mem *in, const cl_mem *out, const cl_mem *spare, int n) {
  for (int k = 0; k < n; k++) {
    const cl_mem *was = in;
    launch(map, in, out, k);
    in = out;
    out = spare;
    spare = was;
  }
  return in;
}

struct plan {
  int valid;
  size_t local;
};
static struct plan plans[4];

/* as it is, or where it was put */
static size_t *local_size(size_t *to, int id) {
  if (plans[id].valid) {
    *to = plans[id].local;
    return to;
  }
  *to = 0;
  return NULL;
}

struct ends {
  cl_mem *from, *to;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 13, same = argc > 2 && !strcmp(argv[2], "same"), planned = argc > 3;
  start("steps.cl", "");
  map = kernel_named("map"), back = kernel_named("map_back"), stamp = kernel_named("stamp");
  cl_mem a = ints(64, 1), b = ints(64, 5), c = ints(64, 9);
  int sum = 0;

  for (int i = 0; i < 5; i++)
    sum += reduce(&a, &b, n + i) % 1000;
  printf("%d\n", sum);
  show("a", a);

  for (int i = 0; i < 3; i++) {
    const cl_mem *last = rounds(&a, &b, &c, n % 7 + i);
    launch(back, last, last == &a ? &b : &a, i);
  }
  show("a", a);
  show("c", c);

  /* By if and switch; two pointers may have one target. */
  for (int i = 0; i < 6; i++) {
    cl_mem *to, *from = &c;
    if (i % 2)
      to = &a;
    else
      to = &b;
    switch (i % 4) {
    case 0: from = &a; break;
    case 1: from = &b; break;
    default: break;
    }
    if (from != to)
      launch(map, from, to, i);
    else
      sum += i;
    if (same) {
      from = to;
      sum += from == to;
    }
    sum += first_of(from) % 10;
  }
  printf("%d\n", sum);
  show("b", b);

  /* By what the device computed. */
  for (int i = 0; i < 6; i++) {
    cl_mem *which = &a;
    if (first_of(which) % 2)
      which = &b;
    if (first_of(which) % 3 == 0)
      which = &c;
    launch(back, which, which == &c ? &a : &c, i);
  }
  show("a", a);
  show("c", c);

  /* Null on some ways. */
  for (int i = 0; i < 5; i++) {
    size_t groups = 16, *local = NULL;
    if (i % 3 == 1) {
      groups = 8;
      local = &groups;
    } else if (i % 3 == 2) {
      local = &groups;
    }
    int v = local ? (int)*local : -1;
    clSetKernelArg(stamp, 0, sizeof a, &a);
    clSetKernelArg(stamp, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, stamp, 1, NULL, &global, local, 0, NULL, NULL);
  }
  show("a", a);

  /* What a table of the program says. */
  plans[1].valid = planned, plans[1].local = 4;
  plans[3].valid = 1, plans[3].local = 32;
  for (int i = 0; i < 4; i++) {
    size_t lws[3];
    clSetKernelArg(stamp, 0, sizeof b, &b);
    clSetKernelArg(stamp, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, stamp, 1, NULL, &global, local_size(lws, 1), 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, stamp, 1, NULL, &global, local_size(lws, 3), 0, NULL, NULL);
  }
  show("b", b);

  /* Members, and numbers that are counted. */
  int odd = 0, even = 0;
  for (int i = 0; i < 5; i++) {
    struct ends e = {&a, &b};
    for (int k = 0; k < i; k++) {
      int *count = &even;
      if (k % 2)
        count = &odd;
      *count += k;
      launch(map, e.from, e.to, k);
      struct ends was = e;
      e.from = was.to;
      e.to = k == 2 ? &c : was.from;
      if (e.from == e.to)
        e.to = &a == e.from ? &b : &a;
    }
  }
  printf("%d %d\n", odd, even);
  show("a", a);
  show("c", c);

  /* What it pointed to before is what a copy points to. */
  for (int i = 0; i < 5; i++) {
    cl_mem *p = &a, *old = p;
    for (int k = 0; k < 3; k++) {
      old = p;
      p = p == &a ? &b : &a;
      launch(k % 2 ? back : map, old, p, k);
    }
    launch(map, p, &c, first_of(old) % 5);
  }
  show("c", c);
  return 0;
}
