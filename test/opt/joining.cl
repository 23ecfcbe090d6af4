// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item takes one from its number in a trip; neighbours keep the groups apart.
__kernel void lower(__global const int *from, __global int *to, __global int *busy, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int left = from[(i + n - 1) % n], own = from[i];
  to[i] = own > left ? own - 1 : own > 0 ? own - (left == own) : 0;
  if (to[i] != own)
    busy[0] = 1;
}
// Raised beside atomics.
__kernel void claim(__global const int *from, __global int *best, __global uchar *more, int trip) {
  int i = get_global_id(0), mine = from[i] + (7 - trip) * (7 - trip);
  if (atomic_min(&best[i / 3], mine) > mine)
    *more = 0xa5;
}
__kernel void halve(__global int *v, __global ulong *any) {
  int i = get_global_id(0);
  if (v[i] > 1) {
    v[i] /= 2;
    *any = ~0ul;
  }
}
// Not only raised: looked at, to different values, by two names.
__kernel void looks(__global int *v, __global int *any) {
  int i = get_global_id(0);
  if (v[i] > 1) {
    v[i] /= 2;
    if (*any == 0)
      *any = 1;
  }
}
__kernel void either(__global int *v, __global int *any, int trip) {
  int i = get_global_id(0);
  if (v[i] > 1) {
    v[i] /= 2;
    if (trip & 1)
      *any = 1;
    else
      *any = 2;
  }
}
__kernel void named(__global int *v, __global int *any) {
  __global int *also = any;
  int i = get_global_id(0);
  if (v[i] > 1) {
    v[i] /= 2;
    *also = 1;
  }
}
