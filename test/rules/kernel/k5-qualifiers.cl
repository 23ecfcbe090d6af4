// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each kernel's promises end with it: what is constant for one is written by the next.
__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant float half_of[] = {0.5f, 0.25f};

static int weight(__constant int *w, int i) { return w[i % 4] + table[i & 7]; }
static int both(__constant const int *w, __constant int *t, int i) { return weight(w, i) * t[i & 7]; }

__kernel void use(__constant int *w, const __global int *restrict in, __global int *restrict out, int n) {
  const int i = get_global_id(0);
  __constant int *mine = w + 4;
  if (i < n)
    out[i] = in[(i + 1) % n] + both(w, table, i) + mine[i & 3] + (int)(half_of[i & 1] * i);
}
__kernel void retrain(__global int *w, __global const int *out, int n) {
  int i = get_global_id(0);
  if (i < 8)
    w[i] = (out[i * 7 % n] >> 3) & 0xff;
}
__kernel void fold(__global int *a, __global const int *restrict b, int n) {
  int i = get_global_id(0);
  if (i < n / 2)
    a[i] = b[i] + b[n - 1 - i]; // b is a: the upper half is only read
}
