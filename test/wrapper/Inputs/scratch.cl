// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void weigh(__global const int *a, __global int *w, int n) {
  int i = get_global_id(0);
  w[i] = w[i] + a[i] % 13 + a[(i + 1) % n] % 7;
}
__kernel void move_by(__global int *a, __global const int *w) { a[get_global_id(0)] += 3 * w[get_global_id(0)]; }
