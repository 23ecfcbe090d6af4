// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* in-place LU without pivoting; both kernels start at the global offset k + 1 */
__kernel void scale_column(__global float *a, int n, int k) {
  int i = get_global_id(0);
  a[i * n + k] = a[i * n + k] / a[k * n + k];
}
__kernel void rank_one(__global float *a, int n, int k) {
  int j = get_global_id(0), i = get_global_id(1);
  a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
