// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void set(__global int *p, __global const int *v, int m) {
  if (v[get_global_id(0)] % 8 == m) *p = 1;
}
__kernel void bump(__global int *p, __global int *v) {
  int i = get_global_id(0);
  if (!p) v[i] += 5; else if (v[i] % 2) atomic_inc(p);
}
__kernel void work(__global int *v) {
  int i = get_global_id(0);
  v[i] = (v[i] * 3 + 1) % 1009;
}
