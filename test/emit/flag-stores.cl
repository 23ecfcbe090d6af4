// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SET(p) *(p) = 1
__kernel void plain(__global int *a, __global int *flag, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  if (a[i] > 3) *flag = 1; else flag[1] = 1 << 1;
  a[i] = (a[i] * 7 + i) % 11;
}
__kernel void others(__global int *flag, __global int *moving) {
  int i = get_global_id(0);
  flag[i % 4 + 4] = 1;
  moving += 8 + i % 4;
  *moving = 1;
  SET(flag + 12);
}
__kernel void ordered(__global int *flag) {
  flag[13] = 1;
  atomic_inc(flag + 14);
}
// A cast is as good as a parameter.
__kernel void watched(__global int *flag) {
  if (*(volatile __global int *)(flag + 15) == 0)
    flag[15] = 1;
}
