// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void blur(__global const int *from, __global int *to, int n) {
  int i = get_global_id(0);
  to[i] = from[(i + n - 1) % n] + from[i] * 2 + from[(i + 1) % n];
}
__kernel void flip(__global int *a, __global const int *b, int n) {
  int i = get_global_id(0);
  a[n - 1 - i] ^= b[i]; // another item's cell
}
__kernel void triple(__global int *a) { a[get_global_id(0)] = a[get_global_id(0)] * 3 - 1; }
__kernel void touch(__global int *a) { a[get_global_id(0)] += 1; }
