/* Trips of the host set arguments that other trips rely on, launch the same kernels, write into their buffers, and leave a
   mapping until the next trip.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file notes.txt --reason PST3017 --entries 23 --allow-kernel add=15 --allow-kernel map=6
*/
#include "setup.h"
enum { N = 96 };
static cl_kernel add, map;
static cl_mem one, two, three;
static size_t items = N;
static void note(int of, int step) {
  FILE *f = fopen("notes.txt", "a");
  fprintf(f, "%d %d\n", of, step);
  fclose(f);
}
/* The value of an argument that the loop itself never sets. */
static void by_host(void) {
  int by = 1, i;
  clSetKernelArg(add, 0, sizeof one, &one);
  clSetKernelArg(add, 1, sizeof by, &by);
  for (i = 0; i < 15; i++) {
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 4 == 1) {
      note(by, i);
      by = 3 * i;
      clSetKernelArg(add, 1, sizeof by, &by);
    }
  }
}
/* The buffer. */
static void other_buffer(void) {
  int by = 2, i;
  clSetKernelArg(add, 0, sizeof one, &one);
  clSetKernelArg(add, 1, sizeof by, &by);
  for (i = 0; i < 15; i++) {
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 6 == 2) {
      note(by, i);
      clSetKernelArg(add, 0, sizeof(cl_mem), i == 2 ? &two : &three);
    }
  }
}
/* A kernel that each trip launches, with other arguments in between; the last ones stay. */
static void between(void) {
  int i, k = 7;
  for (i = 0; i < 16; i++) {
    clSetKernelArg(map, 0, sizeof one, &one);
    clSetKernelArg(map, 1, sizeof two, &two);
    clSetKernelArg(map, 2, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, map, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueCopyBuffer(queue, two, one, 0, 0, N * sizeof(int), 0, NULL, NULL);
    if (i % 5 == 4) {
      note(k, i);
      clSetKernelArg(map, 0, sizeof two, &two);
      clSetKernelArg(map, 1, sizeof three, &three);
      clSetKernelArg(map, 2, sizeof k, &k);
      clEnqueueNDRangeKernel(queue, map, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
  }
}
/* A copy, a fill and a write, and the middle of a buffer by a map. */
static void contents(void) {
  int i, five = 5, some[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (i = 0; i < 20; i++) {
    clSetKernelArg(add, 0, sizeof three, &three);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 3 == 2) {
      int *p, j;
      note(some[i % 8], i);
      clEnqueueWriteBuffer(queue, three, CL_FALSE, 16, sizeof some, some, 0, NULL, NULL);
      clEnqueueFillBuffer(queue, three, &five, sizeof five, 64, 32, 0, NULL, NULL);
      clEnqueueCopyBuffer(queue, one, three, 0, 128, 64, 0, NULL, NULL);
      p = (int *)clEnqueueMapBuffer(queue, three, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 200, 40, 0, NULL, NULL, NULL);
      for (j = 0; j < 10; j++)
        p[j] = p[j] % 100 - i;
      clEnqueueUnmapMemObject(queue, three, p, 0, NULL, NULL);
      some[i % 8] += i;
    }
  }
}
/* Numbers that other trips read, through the pointer that the host's trip reads into. */
static void reads_into(void) {
  int i, step[2] = {1, 2};
  for (i = 0; i < 12; i++) {
    clSetKernelArg(add, 0, sizeof one, &one);
    clSetKernelArg(add, 1, sizeof(int), &step[1]);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (i % 5 == 3) {
      note(step[1], i);
      clEnqueueReadBuffer(queue, two, CL_TRUE, 8, sizeof step, step, 0, NULL, NULL);
      step[1] %= 10;
    }
  }
  printf("%d\n", step[1]);
}
int main(void) {
  start("steps.cl", "");
  remove("notes.txt");
  add = kernel_named("add");
  map = kernel_named("map");
  one = ints(N, 0), two = ints(N, 50), three = ints(N, 9);
  by_host();
  other_buffer();
  between();
  contents();
  reads_into();
  show("one", one), show("two", two), show("three", three);
  return 0;
}
