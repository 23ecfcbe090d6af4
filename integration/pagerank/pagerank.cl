// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PageRank in rounds, in two forms. Pull: each vertex gathers what its
// predecessors give. Push: each vertex adds its share to its successors. Rank
// that reaches a vertex without successors is lost.

// ---- pull: rows hold the arcs that end in a vertex ----

__kernel void share_out(__global const float *rank, __global const int *successors,
                        __global float *share, const int n) {
  const int v = get_global_id(0);
  if (v < n)
    share[v] = successors[v] > 0 ? rank[v] / successors[v] : 0.0f;
}

__kernel void gather(__global const int *row, __global const int *col,
                     __global const float *share, __global float *rank,
                     const float damping, const int n) {
  const int v = get_global_id(0);
  if (v < n) {
    float sum = 0.0f;
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum += share[col[e]];
    rank[v] = (1.0f - damping) / n + damping * sum;
  }
}

// ---- push: rows hold the arcs that begin in a vertex ----

// OpenCL 1.2 adds no floating-point numbers atomically.
void add_float(volatile __global float *cell, float value) {
  union {
    uint bits;
    float number;
  } before, after;
  do {
    before.number = *cell;
    after.number = before.number + value;
  } while (atomic_cmpxchg((volatile __global uint *)cell, before.bits, after.bits) !=
           before.bits);
}

__kernel void scatter(__global const int *row, __global const int *col,
                      __global const float *rank, __global float *received,
                      const int n) {
  const int v = get_global_id(0);
  if (v >= n)
    return;
  const int begin = row[v], end = row[v + 1];
  if (begin == end)
    return;
  const float share = rank[v] / (end - begin);
  for (int e = begin; e < end; ++e)
    add_float(&received[col[e]], share);
}

__kernel void settle(__global float *rank, __global float *received,
                     const float damping, const int n) {
  const int v = get_global_id(0);
  if (v < n) {
    rank[v] = (1.0f - damping) / n + damping * received[v];
    received[v] = 0.0f;
  }
}
