// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void add(__global int *v, __global const int *w, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] += w[i % n] + (int)get_global_size(0) % 5 - (int)get_global_offset(0);
}
__kernel void swing(__global const int *v, __global int *w, int n) {
  int i = get_global_id(0);
  if (i < n)
    w[i] = v[(i + 7) % n] % 1000;
}
