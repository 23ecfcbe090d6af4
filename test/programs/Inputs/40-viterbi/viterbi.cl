// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__constant float emit_table[3][4] = { { 1.0f, 3.5f, 2.0f, 0.5f }, { 2.5f, 0.75f, 1.5f, 3.0f }, { 0.25f, 2.0f, 3.25f, 1.0f } };

__kernel void viterbi(__global const float *cost, __global float *next, __global ushort *back, __constant float *moves,
                      int states, int symbol, int row)
{
  int s = get_global_id(0);
  if (s >= states) return;
  float best = INFINITY;
  int from = 0;
  for (int d = 0; d < 5; d++) {
    int p = (s + d - 2 + states) % states;
    float c = cost[p] + moves[d];
    if (c < best) { best = c; from = p; }
  }
  next[s] = best + emit_table[s % 3][symbol];
  back[row * states + s] = from;
}
