// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of the rest of the work-group.
__kernel void rest(__global const int *v, __global int *w, int n) {
  __local int part[64];
  int lid = get_local_id(0), i = get_global_id(0), sum = 0;
  part[lid] = i < n ? v[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = lid; k < (int)get_local_size(0); k++)
    sum += part[k];
  if (i < n)
    w[i] = w[i] % 1000 + sum;
}
__kernel void back(__global int *v, __global const int *w, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] = (v[i] * 3 + w[n - 1 - i]) % 100;
}
