// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct { float value; int row; } pivot_t;
__kernel void find_pivot(__global const float *m, int n, int k, __global pivot_t *out) {
  pivot_t best; best.value = 0; best.row = -1;
  for (int r = k; r < n; ++r) { float v = fabs(m[r * (n + 1) + k]); if (v > best.value) { best.value = v; best.row = r; } }
  *out = best;
}
__kernel void swap_rows(__global float *m, int n, int a, int b) {
  int c = get_global_id(0);
  float t = m[a * (n + 1) + c];
  m[a * (n + 1) + c] = m[b * (n + 1) + c];
  m[b * (n + 1) + c] = t;
}
__kernel void factors(__global const float *m, __global float *mult, int n, int k) {
  int r = get_global_id(0) + k + 1;
  mult[r] = m[r * (n + 1) + k] / m[k * (n + 1) + k];
}
__kernel void eliminate(__global float *m, __global const float *mult, int n, int k) {
  int c = get_global_id(0) + k, r = get_global_id(1) + k + 1;
  m[r * (n + 1) + c] -= mult[r] * m[k * (n + 1) + c];
}
