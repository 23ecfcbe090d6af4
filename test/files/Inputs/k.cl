// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void blur(__global const int *in, __global int *out, int n, int add)
{
  int i = get_global_id(0);
  if (i < n) out[i] = in[i] / 2 + in[(i + 1) % n] / 2 + add;
}
__kernel void bump(__global int *x, int n) { int i = get_global_id(0); if (i < n) x[i] += i & 3; }
