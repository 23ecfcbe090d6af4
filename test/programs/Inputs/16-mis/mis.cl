// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maximal independent set: c is -1 (open), 1 (in the set) or 2 (a neighbour is).
uint noise(uint v, uint round) { v = v * 747796405u + round * 2891336453u + 1u; v = ((v >> 16) ^ v) * 0x45d9f3bu; return v ^ (v >> 15); }

__kernel void mis1(__global const int *row, __global const int *col, __global const int *c, __global uint *minimum,
                   uint round, int n, __global int *stop)
{
  int tid = get_global_id(0);
  if (tid < n && c[tid] == -1) {
    *stop = 1;
    uint best = 0xffffffffu;
    for (int e = row[tid]; e < row[tid + 1]; e++)
      if (c[col[e]] == -1) best = min(best, noise(col[e], round));
    minimum[tid] = best;
  }
}

__kernel void mis2(__global const int *row, __global const int *col, __global const int *c, __global int *next,
                   __global const uint *minimum, uint round, int n)
{
  int tid = get_global_id(0);
  if (tid >= n || c[tid] != -1) return;
  uint mine = noise(tid, round);
  if (mine < minimum[tid]) next[tid] = 1;
}

__kernel void mis3(__global const int *row, __global const int *col, __global int *c, __global int *next, int n)
{
  int tid = get_global_id(0);
  if (tid < n && c[tid] == -1) {
    int state = next[tid];
    for (int e = row[tid]; state == -1 && e < row[tid + 1]; e++)
      if (next[col[e]] == 1) state = 2;
    c[tid] = state;
  }
}
