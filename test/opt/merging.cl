// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void square(__global const int *in, __global int *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] = in[i] * in[i] % 1009 + i % 5;
}
__kernel void lower(__global const int *in, __global int *out, int by, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  out[i] = in[i] - by;
}
__kernel void count(__global const int *in, __global int *bins, int n) {
  int i = get_global_id(0);
  if (i < n)
    atomic_add(&bins[in[i] & 7], 1);
}
__kernel void back(__global const int *from, __global int *to, int n) {
  int i = get_global_id(0);
  if (i < n)
    to[i] = from[n - 1 - i];
}
__kernel void plane(__global const int *in, __global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] += in[get_global_id(0)];
}
__kernel void plane2(__global const int *in, __global int *out) {
  int at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[at] ^= in[get_global_id(1)] << 1;
}
__kernel void turn(__global int *data, __local int *part) {
  int l = get_local_id(0);
  part[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = part[get_local_size(0) - 1 - l];
}
