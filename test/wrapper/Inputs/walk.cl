// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void push(__global const int *at, __global int *next, __global int *hits, int n, int k) {
  int i = get_global_id(0);
  next[i] = (at[i] * 5 + i + k) % n;
  if (next[i] == 0)
    atomic_inc(hits);
}
__kernel void reset(__global int *hits) { hits[1] = hits[0]; }
