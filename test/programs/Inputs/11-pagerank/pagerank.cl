// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

__kernel void spmv(const int n, __global int *restrict row, __global int *restrict col,
                   __global float *restrict inv, __global float *restrict x, __global float *restrict y)
{
  int i = get_global_id(0);
  if (i < n) {
    float sum = 0.0f;
    for (int e = row[i]; e < row[i + 1]; e++)
      sum += x[col[e]] * inv[col[e]];
    y[i] = 0.15f / n + 0.85f * sum;
  }
}

__kernel void delta(const int n, __global float *a, __global float *b, __global float *partial, __local float *acc)
{
  int i = get_global_id(0), l = get_local_id(0);
  acc[l] = i < n ? fabs(a[i] - b[i]) : 0.0f;
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s)
      acc[l] += acc[l + s];
  }
  if (l == 0)
    partial[get_group_id(0)] = acc[0];
}
