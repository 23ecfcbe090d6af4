// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
typedef struct __attribute__((packed)) { int from, to; long cost; } arc;
#define INF 0x3fffffffffffffffL
__kernel void relax_arcs(__global const arc *arcs, uint n, __global const long *now, __global long *then, __global uchar *more) {
  const size_t v = get_global_id(0);
  long best = now[v];
  for (uint i = 0; i < n; ++i)
    if (arcs[i].to == (int)v && now[arcs[i].from] != INF)
      best = min(best, now[arcs[i].from] + arcs[i].cost);
  then[v] = best;
  if (best != now[v])
    more[0] = 1;
}
