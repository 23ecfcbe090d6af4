// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item takes one from its number in a trip; neighbours keep the groups apart.
__kernel void lower(__global const int *from, __global int *to, __global int *busy, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int left = from[(i + n - 1) % n], own = from[i];
  to[i] = own > left ? own - 1 : own > 0 ? own - (left == own) : 0;
  if (to[i] != own)
    *busy = 1;
}
__kernel void settle(__global int *v, __global uchar *done, int floor_) {
  int i = get_global_id(0);
  if (v[i] > floor_) {
    v[i] -= 1;
    if (v[i] > floor_)
      done[0] = 0;
  }
}
__kernel void count(__global const int *v, __global int *n, int bit) {
  int i = get_global_id(0);
  if (v[i] >> bit & 1)
    atomic_inc(n);
}
__kernel void pair(__global const int *v, __global int2 *seen, int bit) {
  int i = get_global_id(0);
  if (v[i] >> bit & 1)
    seen->x = 1;
  else
    seen[0].y = 1;
}
__kernel void scaled(__global const int *v, __global int *flag, int bit) {
  int i = get_global_id(0);
  if (v[i] >> bit & 1)
    flag[i & 1] = 1;
}
__kernel void add(__global int *sum, __global const int *what) {
  sum[get_global_id(0)] += *what;
}
