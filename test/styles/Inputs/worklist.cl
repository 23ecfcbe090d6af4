// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collatz-like walk on a graph of numbers: every entry of the work list puts its
// not yet seen successors on the next list.
__kernel void drain(__global const int *in, const unsigned count, __global int *out, __global unsigned *out_count,
                    __global int *level, const int depth, const int limit) {
  size_t i = get_global_id(0);
  if (i < count) {
    int v = in[i];
    int next[2] = {v * 2, v % 3 == 1 ? (v - 1) / 3 : 0};
    for (int k = 0; k < 2; k++) {
      int w = next[k];
      if (w > 0 && w < limit && atomic_cmpxchg(&level[w], -1, depth) == -1)
        out[atomic_add(out_count, 1u)] = w;
    }
  }
}
