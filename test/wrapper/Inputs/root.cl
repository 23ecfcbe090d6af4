// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void newton(__global double *x, __global const double *a, uint n) {
  uint i = get_global_id(0);
  if (i < n)
    x[i] = 0.5 * (x[i] + a[i] / x[i]);
}
__kernel void worst(__global const double *x, __global const double *a, __global float *error, uint n) {
  float m = 0;
  for (uint i = 0; i < n; ++i)
    m = fmax(m, (float)fabs(x[i] * x[i] - a[i]));
  error[0] = m;
}
