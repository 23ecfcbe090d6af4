/* Pointers that walk over arrays: of buffers, of sizes, of structs, of what was read back.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 6
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --min-groups 1 -- 0
*/
#include "setup.h"

#define N 5
static const size_t items = 64;
static cl_kernel add, map;

static void run_add(cl_mem b, int v) {
  clSetKernelArg(add, 0, sizeof b, &b);
  clSetKernelArg(add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void run_map(cl_mem in, cl_mem out, int v) {
  clSetKernelArg(map, 0, sizeof in, &in);
  clSetKernelArg(map, 1, sizeof out, &out);
  clSetKernelArg(map, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, map, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static void over_buffers(int n) {
  cl_mem all[N];
  int i;
  for (i = 0; i < N; i++)
    all[i] = ints(64, i);
  for (int trip = 0; trip < n; trip++) {
    int v = trip;
    for (cl_mem *p = all; p != all + N; ++p)
      run_add(*p, v++);
    for (cl_mem *p = all + N - 1; p > all; p--)
      run_map(p[-1], *p, (int)(p - all));
  }
  for (i = 0; i < N; i++)
    show("over buffers", all[i]);
}

/* One that goes on from trip to trip, and round. */
static void round_and_round(int n) {
  cl_mem ring[3] = {ints(64, 1), ints(64, 2), ints(64, 3)};
  for (int trip = 0, at = 0; trip < n; trip++) {
    cl_mem *in = &ring[at], *out = in;
    if (++out == ring + 3)
      out = ring;
    run_map(*in, *out, trip);
    at = (int)(out - ring);
  }
  show("round 0", ring[0]);
  show("round 1", ring[1]);
  show("round 2", ring[2]);
}

/* *p++ in every place, two pointers over one array, values kept from before. */
static void values(int n) {
  int given[6] = {3, 1, 4, 1, 5, 9}, taken[6] = {0, 0, 0, 0, 0, 0}, sum = 0;
  cl_mem a = ints(64, 1);
  for (int trip = 0; trip < n; trip++) {
    const int *from = given, *end = given + 6;
    int *to = taken;
    while (from < end) {
      int v = *from++;
      *to++ += v * trip;
      if (from != end && *from < v) {
        const int *skipped = from++;
        sum = sum * 3 + *skipped;
      }
    }
    sum += (int)(to - taken) * 100 + (int)(end - from);
    run_add(a, sum & 0xff);
  }
  printf("values %d: %d %d %d %d %d %d\n", sum, taken[0], taken[1], taken[2], taken[3], taken[4], taken[5]);
  show("values", a);
}

/* By a function that gets pointers and moves them. */
static int total(const int *p, const int *end) {
  int sum = 0;
  for (; p < end; p++)
    sum += *p;
  return sum;
}
static void read_back(int n) {
  int h[64];
  cl_mem a = ints(64, 1);
  for (int trip = 0; trip < n; trip++) {
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof h, h, 0, NULL, NULL);
    run_add(a, total(h + trip, h + 64) - total(h, h + 7));
  }
  printf("read back %d\n", total(h, h + 3) * (n > 0));
  show("read back", a);
}

/* To either of two, and ahead of each other. */
static void either(int n) {
  cl_mem all[4] = {ints(64, 1), ints(64, 2), ints(64, 3), ints(64, 4)};
  for (int trip = 0; trip < n; trip++) {
    cl_mem *lo = all, *hi = all + 3;
    while (lo < hi) {
      cl_mem *p = (trip + (hi - lo)) % 2 ? lo : hi;
      run_add(*p, trip);
      if (p == lo)
        lo++;
      else
        --hi;
    }
  }
  for (int i = 0; i < 4; i++)
    show("either", all[i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 6;
  start("steps.cl", "");
  add = clCreateKernel(program, "add", NULL);
  map = clCreateKernel(program, "map", NULL);
  over_buffers(n);
  round_and_round(n);
  values(n);
  read_back(n);
  either(n);
  return 0;
}
