/* Buffer handles compared with each other and with null: which of the variables hold the
   same one is known only when the program runs.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 -- 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 --min-groups 1 -- 1
*/
#include "setup.h"

static cl_kernel map;
static size_t global = 64;

static void launch(cl_mem in, cl_mem out, int k) {
  clSetKernelArg(map, 0, sizeof in, &in);
  clSetKernelArg(map, 1, sizeof out, &out);
  clSetKernelArg(map, 2, sizeof k, &k);
  clEnqueueNDRangeKernel(queue, map, 1, NULL, &global, NULL, 0, NULL, NULL);
}

/* The next of three, by comparing with each. */
static cl_mem next(cl_mem now, const cl_mem *ring) {
  if (now == ring[0])
    return ring[1];
  return now != ring[1] ? ring[0] : ring[2];
}

static void ring(int n) {
  cl_mem all[3] = {ints(64, 1), ints(64, 2), ints(64, 3)};
  cl_mem now = all[2];
  for (int i = 0; i < n; i++) {
    cl_mem to = next(now, all);
    launch(now, to, i);
    now = to;
  }
  printf("ring %d %d %d\n", now == all[0], now == all[1], now == all[2]);
  show("ring", now);
}

/* Null until it was made, and an optional one that stays null. */
static void optional(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2), last = NULL, never = NULL;
  int first = 0, kept = 0;
  for (int i = 0; i < n; i++) {
    if (!last)
      first++;
    else if (last != a)
      kept++;
    launch(last ? last : a, never ? never : b, i);
    last = i % 2 ? a : b;
    if (last == b && i % 2 == 0)
      launch(b, a, i);
  }
  printf("optional %d %d %d\n", first, kept, last == b);
  show("optional a", a);
  show("optional b", b);
}

/* Two variables for one object. */
static void twice(int n, cl_mem a, cl_mem b) {
  int same = 0;
  cl_mem c = a;
  for (int i = 0; i < n; i++) {
    same += 2 * (a == b) + (c == b) + 4 * (c != a);
    launch(c, c == b ? a : b, i);
  }
  printf("twice %d\n", same);
  show("twice", b);
}

/* A buffer and the part of it that is all of it are two objects in one memory. */
static void whole(int n) {
  cl_buffer_region all = {0, 64 * sizeof(int)};
  cl_int err;
  cl_mem a = ints(64, 1), b = ints(64, 7), part = clCreateSubBuffer(a, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &all, &err);
  int equal = 0;
  for (int i = 0; i < n; i++) {
    equal += part == a;
    launch(b, part, i);
  }
  printf("whole %d\n", equal);
  show("whole", a);
}

/* As the condition of the loop. */
static void until(int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2), end = ints(64, 3), now = a;
  int i = 0;
  while (now != end) {
    launch(a, b, i);
    now = ++i < n ? b : end;
  }
  show("until", b);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  map = clCreateKernel(program, "map", NULL);
  ring(n);
  optional(n);
  cl_mem a = ints(64, 1), b = ints(64, 5), c = ints(64, 9);
  twice(n, a, b);
  twice(n, b, b);
  twice(n, c, a);
  whole(n);
  until(n);
  return 0;
}
