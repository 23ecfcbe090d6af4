// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rod whose first end is kept hot, in fixed point.

int settled(__global const int *from, uint i, uint n) {
  if (i == 0 || i + 1 == n)
    return from[i];
  return (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
}

// One step, for the loop on the host.
__kernel void heat_step(__global const int *from, __global int *to, __global uint *moved, uint n) {
  uint i = (uint)get_global_id(0);
  if (i >= n)
    return;
  to[i] = settled(from, i, n);
  atomic_max(moved, abs(to[i] - from[i]));
}
