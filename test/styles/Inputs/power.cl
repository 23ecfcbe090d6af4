// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void mat_vec(__global const float *m, __global const float *x, __global float *y, uint n) {
  uint r = get_global_id(0);
  float s = 0.f;
  for (uint c = 0; c < n; ++c) s += m[r * n + c] * x[c];
  y[r] = s;
}
__kernel void biggest(__global const float *y, uint n, __global float *out) {
  float b = y[0];
  for (uint i = 1; i < n; ++i) if (fabs(y[i]) > fabs(b)) b = y[i];
  out[0] = b;
}
__kernel void scale(__global const float *y, __global float *x, float by) { size_t i = get_global_id(0); x[i] = y[i] * by; }
__kernel void finish(__global const float *x, __global float4 *quads, float lambda) {
  size_t i = get_global_id(0);
  quads[i] = vload4(i, x) * lambda;
}
