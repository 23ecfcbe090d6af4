// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void expand(__global const int *off, __global const int *adj, __global int *dist, __global const int *in,
                     const int count, __global int *out, __global int *out_count, const int depth) {
  const int t = get_global_id(0);
  if (t >= count) return;
  const int v = in[t];
  for (int e = off[v]; e < off[v + 1]; ++e) {
    const int w = adj[e];
    if (atomic_cmpxchg(&dist[w], -1, depth) == -1) out[atomic_inc(out_count)] = w;
  }
}
