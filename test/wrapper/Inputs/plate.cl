// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void relax(__global const float *in, __global float *out, const uint w, const uint h) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h)
    return;
  const uint i = y * w + x;
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
    out[i] = in[i];
  else
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}
__kernel void change(__global const float *a, __global const float *b, __global float *result, const uint n) {
  float m = 0.0f;
  for (uint i = 0; i < n; ++i)
    m = fmax(m, fabs(a[i] - b[i]));
  *result = m;
}
