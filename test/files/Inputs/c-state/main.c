// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ocl.h"
#include <stdio.h>
#include <stdlib.h>
#define N 300
static void check(const int *got, const int *want)
{
  int bad = 0;
  for (int i = 0; i < N; i++) bad += got[i] != want[i];
  printf("%d bad\n", bad);
  if (bad) exit(1);
}
int main(void)
{
  static int a[N], b[N], got[N];
  int n = N;
  for (int i = 0; i < N; i++) a[i] = i * 37 % 1000;
  ocl_open("k.cl");
  cl_mem m = ocl_new(sizeof a, a), o = ocl_new(sizeof b, b);
  for (int s = 0; s < 25; s++) {
    cl_mem t;
    ocl_arg(K_BLUR, 0, sizeof m, &m); ocl_arg(K_BLUR, 1, sizeof o, &o); ocl_arg(K_BLUR, 2, sizeof n, &n); ocl_arg(K_BLUR, 3, sizeof s, &s);
    ocl_run(K_BLUR, N);
    ocl_arg(K_BUMP, 0, sizeof o, &o); ocl_arg(K_BUMP, 1, sizeof n, &n);
    ocl_run(K_BUMP, N);
    t = m; m = o; o = t;
  }
  ocl_get(m, got, sizeof got);
  for (int s = 0; s < 25; s++) {
    for (int i = 0; i < N; i++) b[i] = a[i] / 2 + a[(i + 1) % N] / 2 + s;
    for (int i = 0; i < N; i++) a[i] = b[i] + (i & 3);
  }
  check(got, a);
  ocl_close();
  return 0;
}
