// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL FP_CONTRACT OFF
__kernel void apart(__global float *a, __global const float *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] * b[i] + (b[i] * b[i] - a[i]);
}
#pragma OPENCL FP_CONTRACT ON
__kernel void joined(__global float *a, __global const float *b) {
  size_t i = get_global_id(0);
  a[i] = a[i] * b[i] + (b[i] * b[i] - a[i]);
}
