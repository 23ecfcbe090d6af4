/* Structs by value and local memory in one loop: what one item of a group does at the end is done once.
   REQUIRES: device
   RUN: %run-check %S/local-and-struct.cl %s --host-flag=-I%S/Inputs --entries 1..9 -- {kernel} mix
   The bytes behind the members of structs are not the same, which verify finds:
   RUN: %run-check %S/local-and-struct.cl %s --host-flag=-I%S/Inputs --entries 1..9 --no-verified -- {kernel} pairs
   RUN: %run-check %S/local-and-struct.cl %s --host-flag=-I%S/Inputs --entries 1..9 --no-verified -- {kernel} window
*/
#include "setup.h"

typedef struct {
  cl_int lane[12];
  cl_float2 drift;
  cl_uchar tag;
  cl_short4 step;
} Params;
typedef struct {
  cl_int x;
  cl_float y;
  cl_char c;
} Point;

static cl_mem a;
static size_t n = 240;

/* Sizes that go 8, 16, 8, 16 ... */
static void mix(void) {
  cl_kernel k = kernel_named("stir");
  Params p;
  cl_long bias = 0;
  size_t local = 8;
  memset(&p, 0, sizeof p);
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int t = 0; t < 10; t++) {
    p.lane[t] = t * t;
    p.drift.s[1] = t;
    p.tag = (cl_uchar)(t * 50);
    p.step.s[2] = (cl_short)-t;
    clSetKernelArg(k, 1, sizeof p, &p);
    clSetKernelArg(k, 2, local * sizeof(int), NULL);
    bias -= 3;
    clSetKernelArg(k, 3, sizeof bias, &bias);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, &local, 0, NULL, NULL);
    local = local == 16 ? 8 : 16;
  }
  clFinish(queue);
}

/* Two kernels, one of them with a struct; more local memory than it needs, in every second trip. */
static void pairs(void) {
  cl_kernel k = kernel_named("swap_pairs"), s = kernel_named("shift");
  Point p = {1, 2.5f, 'c'};
  int count = 231;
  size_t local = 16;
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 2, sizeof count, &count);
  clSetKernelArg(s, 0, sizeof a, &a);
  clSetKernelArg(s, 1, sizeof count, &count);
  for (int i = 0; i < 6; ++i) {
    clSetKernelArg(k, 1, 64 * sizeof(int) << (i & 1), NULL);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, &local, 0, NULL, NULL);
    p.x += i;
    p.c--;
    clSetKernelArg(s, 2, sizeof p, &p);
    p.y += 1;
    clEnqueueNDRangeKernel(queue, s, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
  clFinish(queue);
  printf("%d %g %d\n", p.x, p.y, p.c);
}

/* Two structs, two pieces of local memory. */
static void window(void) {
  cl_kernel k = kernel_named("window");
  Params p;
  Point q = {4, 0, 2};
  int t = 6;
  memset(&p, 0, sizeof p);
  clSetKernelArg(k, 0, sizeof a, &a);
  do {
    size_t local = t % 2 ? 12 : 20;
    p.step.s[0] += 2;
    p.lane[t] ^= t << 3;
    q.x += p.lane[t];
    clSetKernelArg(k, 1, sizeof p, &p);
    clSetKernelArg(k, 2, sizeof q, &q);
    clSetKernelArg(k, 3, local * sizeof(int), NULL);
    clSetKernelArg(k, 4, local * sizeof(short), NULL);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, &local, 0, NULL, NULL);
  } while (--t);
  clFinish(queue);
}

int main(int argc, char **argv) {
  start(argv[1], "");
  a = ints(240, 3);
  if (!strcmp(argv[2], "mix"))
    mix();
  else if (!strcmp(argv[2], "pairs"))
    pairs();
  else
    window();
  show("a", a);
  return 0;
}
