// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the other file makes of its text must not depend on this one's.
#include "common.h"
#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_MACRO
#define STEP 3
#define TAKE(first, second) ((first) - (second)) /* blur.c has the header's */
#define pair other
#include "names.h"
#endif
#ifdef WITH_HALF
#define HALF
#endif
#include "share.h"
enum { N = 120 };
static int weight(int t) { return t + 100; } /* another one than blur.c's */
static int offset = 7;                       /* likewise */
typedef struct { int a, b, c; } Pair;        /* likewise */

int main(int argc, char **argv)
{
  static char text[10000];
  const char *t = text;
  int a[N], b[N], got[N], i, s, bad = 0, steps = argc > 1 ? atoi(argv[1]) : 11;
  Pair pair = {1, 2, 3};
  cl_platform_id p;
  cl_device_id d;
  FILE *f = fopen("k.cl", "r");
  if (!f || !fread(text, 1, sizeof text - 1, f) || clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0))
    return 2;
  for (i = 0; i < N; i++)
    a[i] = b[i] = 5 * i % 333;
  cl_context c = clCreateContext(0, 1, &d, 0, 0, 0);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, 0);
  cl_program pr = clCreateProgramWithSource(c, 1, &t, 0, 0);
  if (clBuildProgram(pr, 0, 0, 0, 0, 0))
    return 2;
  cl_kernel k = clCreateKernel(pr, "blur", 0);
  cl_mem x = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof a, a, 0), y = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof b, b, 0);
  for (s = 0; s < TAKE(steps, 0); s++) {
    cl_mem swap = x;
    if (blur(q, k, x, y, N, s) != CL_SUCCESS)
      return 1;
    x = y;
    y = swap;
  }
  clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof got, got, 0, 0, 0);
  for (s = 0; s < steps; s++) {
    for (i = 0; i < N; i++)
      b[i] = a[i] / 2 + a[(i + 1) % N] / 2 + (s * 2 + 1 + 40 + 2);
    for (i = 0; i < N; i++)
      a[i] = b[i];
  }
  for (i = 0; i < N; i++)
    bad += a[i] != got[i];
  printf("%d bad (%d)\n", bad, weight(offset) + pair.c);
  return bad != 0;
}
