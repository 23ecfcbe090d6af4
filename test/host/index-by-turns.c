/* Two buffers that take turns, by the index of the argument that each is: a number that the loop turns over, exchanges, counts
   up, or keeps behind a pointer, in a struct, in a variable of the file without an initializer.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 -- 8
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9 --verify a
   RUN: env PERSISTIFY_FAULT=counters-once not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9
   RUN: %long env PERSISTIFY_FAULT=zeroes-unseen not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 9
*/
#include "setup.h"

struct sim {
  int steps, now;
};

static cl_kernel map;
static cl_mem a, b;
static size_t global = 64;
static int turn;
static struct sim left_out;
static unsigned others[3];

static void launch(int k) {
  need(clSetKernelArg(map, 2, sizeof k, &k), "number");
  need(clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
}

static void behind_a_pointer(int *current, int n) {
  *current = 0;
  for (int k = 1; k <= n; k++) {
    clSetKernelArg(map, *current, sizeof a, &a);
    clSetKernelArg(map, 1 - *current, sizeof b, &b);
    launch(k);
    *current = k % 2;
  }
}

static void in_a_struct(struct sim *s, int n) {
  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, s->now, sizeof a, &a);
    clSetKernelArg(map, !s->now, sizeof b, &b);
    launch(k);
    s->now ^= 1;
    s->steps++;
  }
}

static void exchange(cl_uint *x, cl_uint *y) {
  cl_uint was = *x;
  *x = *y;
  *y = was;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  map = kernel_named("map");
  a = ints(64, 3);
  b = ints(64, 40);

  int now = 0;
  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, now, sizeof a, &a);
    clSetKernelArg(map, 1 - now, sizeof b, &b);
    launch(k);
    now = 1 - now;
  }
  printf("%d\n", now);
  show("a", a);

  cl_uint in = 0, out = 1;
  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, in, sizeof a, &a);
    clSetKernelArg(map, out, sizeof b, &b);
    launch(k + 1);
    cl_uint was = in;
    in = out;
    out = was;
  }
  printf("%u %u\n", in, out);
  show("b", b);

  cl_uint from = 1, to = 0;
  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, from, sizeof a, &a);
    clSetKernelArg(map, to, sizeof b, &b);
    launch(k * 3);
    exchange(&from, &to);
  }
  show("a", a);

  int current = 9;
  behind_a_pointer(&current, n);
  printf("%d\n", current);
  show("b", b);

  struct sim s = {0, 1};
  in_a_struct(&s, n);
  printf("%d %d\n", s.now, s.steps);
  show("a", a);

  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, turn, sizeof a, &a);
    clSetKernelArg(map, 1 - turn, sizeof b, &b);
    launch(k + 7);
    turn = !turn;
  }
  printf("%d\n", turn);
  show("b", b);

  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, left_out.now, sizeof b, &b);
    clSetKernelArg(map, 1 - left_out.now, sizeof a, &a);
    launch(k + 2);
    left_out.now = (left_out.now + 1) % 2;
  }
  show("a", a);

  int *heap = malloc(sizeof *heap);
  *heap = 0;
  for (int k = 0; k < n; k++) {
    clSetKernelArg(map, *heap, sizeof a, &a);
    clSetKernelArg(map, *heap ? 0 : 1, sizeof b, &b);
    launch(k + 4);
    *heap = *heap == 0;
  }
  printf("%d\n", *heap);
  free(heap);
  show("b", b);

  /* Counted from 0 in each trip. */
  for (int k = 0; k < n; k++) {
    cl_uint next = others[0];
    clSetKernelArg(map, next++, sizeof a, &a);
    clSetKernelArg(map, next++, sizeof b, &b);
    launch(next);
    cl_mem was = a;
    a = b;
    b = was;
  }
  show("b", b);
  return 0;
}
