/* Buffer handles exchanged in every spelling; afterwards the variables hold
   what the program would have left in them.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 12 -- 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 12 --min-groups 1 -- 0
*/
#include "setup.h"

static cl_kernel map;
static size_t global = 64;
struct pair {
  cl_mem in, out;
};
static cl_mem from, to;

static void launch(cl_mem in, cl_mem out, int k) {
  clSetKernelArg(map, 0, sizeof in, &in);
  clSetKernelArg(map, 1, sizeof out, &out);
  clSetKernelArg(map, 2, sizeof k, &k);
  clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void locals(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2), t;
  for (int i = 0; i < n; i++) {
    launch(a, b, i);
    t = a;
    a = b;
    b = t;
  }
  show("locals a", a);
  show("locals b", b);
}

static void elements(int n) {
  cl_mem buf[2] = {ints(64, 1), ints(64, 2)};
  int cur = 0;
  for (int i = 0; i < n; i++) {
    launch(buf[cur], buf[1 - cur], i);
    cur = 1 - cur;
  }
  show("elements", buf[cur]);
  show("elements", buf[1 - cur]);
}

static void parity(int n) {
  cl_mem buf[2] = {ints(64, 1), ints(64, 2)};
  int i;
  for (i = 0; i < n; i++)
    launch(buf[i % 2], buf[(i + 1) % 2], i);
  show("parity", buf[i & 1]);
}

static void choice(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  for (int i = 0; i < n; ++i) {
    int k = i * 2;
    clSetKernelArg(map, 0, sizeof(cl_mem), i % 2 ? &b : &a);
    clSetKernelArg(map, 1, sizeof(cl_mem), i % 2 ? &a : &b);
    clSetKernelArg(map, 2, sizeof k, &k);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("choice a", a);
  show("choice b", b);
}

static void exchanged_indices(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  clSetKernelArg(map, 0, sizeof(cl_mem), &b); /* each trip sets both, but not on every path alone */
  clSetKernelArg(map, 1, sizeof(cl_mem), &a);
  for (int i = 0; i < n; ++i) {
    int odd = i & 1;
    clSetKernelArg(map, odd, sizeof(cl_mem), &a);
    clSetKernelArg(map, 1 - odd, sizeof(cl_mem), &b);
    clSetKernelArg(map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("indices a", a);
  show("indices b", b);
}

static void pointers(int n) {
  cl_mem x = ints(64, 1), y = ints(64, 2);
  cl_mem *a = &x, *b = &y, *t;
  for (int i = 0; i < n; i++) {
    clSetKernelArg(map, 0, sizeof(cl_mem), a);
    clSetKernelArg(map, 1, sizeof(cl_mem), (void *)b);
    clSetKernelArg(map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
    t = a;
    a = b;
    b = t;
  }
  printf("%d %d\n", a == &x, b == &x);
  show("pointers a", *a);
  show("pointers b", *b);
}

static void swap(cl_mem *p, cl_mem *q) {
  cl_mem t = *p;
  *p = *q;
  *q = t;
}
static void helper(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  for (int i = 0; i < n; i++) {
    launch(a, b, i);
    swap(&a, &b);
  }
  show("helper a", a);
}

static void fields(int n) {
  struct pair p = {ints(64, 1), ints(64, 2)};
  struct pair *q = &p;
  for (int i = 0; i < n; i++) {
    launch(q->in, q->out, i);
    cl_mem t = p.in;
    p.in = p.out;
    p.out = t;
  }
  show("fields in", p.in);
  show("fields out", q->out);
}

static void globals(int n) {
  from = ints(64, 1);
  to = ints(64, 2);
  for (int i = 0; i < n; i++) {
    launch(from, to, i);
    struct pair turned = {to, from};
    from = turned.in, to = turned.out;
  }
  show("globals", from);
}

static void three(int n) { /* rotation: an odd number of exchanges a trip */
  cl_mem a = ints(64, 1), b = ints(64, 2), c = ints(64, 3);
  for (int i = 0; i < n; i++) {
    launch(a, b, i);
    cl_mem t = a;
    a = b;
    b = c;
    c = t;
    if (i == 2) {
      t = b;
      b = c;
      c = t;
    }
  }
  show("three a", a);
  show("three b", b);
  show("three c", c);
}

static void parameter(cl_mem buf[2], int n) {
  int cur = 0;
  for (int i = 0; i < n; i++, cur ^= 1)
    launch(buf[cur], buf[cur ^ 1], i);
  show("parameter", buf[cur]);
}

static void early(int n) { /* left in the middle of an exchange */
  cl_mem a = ints(64, 1), b = ints(64, 2), t = NULL;
  for (int i = 0; i < n; i++) {
    launch(a, b, i);
    t = a;
    a = b;
    if (i == 3)
      break;
    b = t;
  }
  printf("%d %d\n", a == b, t == NULL);
  show("early a", a);
  show("early b", b);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  cl_int err;
  cl_mem both[2];
  start("steps.cl", "");
  map = clCreateKernel(program, "map", &err);
  locals(n);
  elements(n);
  parity(n);
  choice(n);
  exchanged_indices(n);
  pointers(n);
  helper(n);
  fields(n);
  globals(n);
  three(n);
  both[0] = ints(64, 1);
  both[1] = ints(64, 2);
  parameter(both, n);
  early(n);
  return 0;
}
