// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void drop(__global int *v, __global int *left, int n) {
  int i = get_global_id(0);
  if (i < n && v[i] > 0) {
    v[i] -= 1 + i % 3;
    if (v[i] > 0)
      atomic_add(&left[0], 1);
  }
}
__kernel void log_it(__global int *history, __global const int *left, int trip) {
  if (get_global_id(0) == 0)
    history[trip] = *left;
}
