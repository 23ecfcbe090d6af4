// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine.h"
#include <stdio.h>
enum { N = 120 };

int main(void) {
  int a[N], n = N, i, t;
  for (i = 0; i < N; i++)
    a[i] = 7 * i % 211;
  engine_begin("k.cl");
  cl_mem x = engine_memory(a, N), y = engine_memory(a, N);
  cl_kernel blur = engine_kernel("blur");
  clSetKernelArg(blur, 2, sizeof n, &n);
  for (t = 0; t < 10; t++) {
    cl_mem swap = x;
    clSetKernelArg(blur, 0, sizeof x, &x);
    clSetKernelArg(blur, 1, sizeof y, &y);
    clSetKernelArg(blur, 3, sizeof t, &t);
    engine_launch(blur, N);
    x = y;
    y = swap;
  }
  engine_get(x, a, N);
  printf("%d %d %d, %d\n", a[0], a[1], a[N - 1], engine_launches());
  return 0;
}
