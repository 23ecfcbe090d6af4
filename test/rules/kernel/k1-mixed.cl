// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A helper with a barrier whose value is stored: only whole groups of the local size can run it.
int rotated(__local int *t, int x, int by) {
  t[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return t[(get_local_id(0) + by) % get_local_size(0)];
}
__kernel void roll(__global int *a, __local int *t, int by) {
  size_t i = get_global_id(0);
  a[i] = rotated(t, a[i], by);
}
__kernel void reverse(__global int *a, __global int *b) {
  __local int t[64];
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  t[n - 1 - l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] += t[l];
  a[i] = b[i] & 1023;
}
