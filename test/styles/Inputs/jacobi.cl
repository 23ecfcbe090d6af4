/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
__kernel void sweep(__global const float *A, __global const float *b, __global const float *x0,
                    __global float *x1, int n) {
  int i = get_global_id(0);
  if (i < n) {
    float s = b[i];
    for (int j = 0; j < n; j++)
      if (j != i) s -= A[i * n + j] * x0[j];
    x1[i] = s / A[i * n + i];
  }
}
__kernel void largest_change(__global const float *x0, __global const float *x1, __global float *out, int n,
                             __local float *scratch) {
  int l = get_local_id(0), m = get_local_size(0);
  float best = 0.0f;
  for (int i = l; i < n; i += m) best = fmax(best, fabs(x1[i] - x0[i]));
  scratch[l] = best;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = m / 2; s > 0; s >>= 1) {
    if (l < s) scratch[l] = fmax(scratch[l], scratch[l + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[0] = scratch[0];
}
