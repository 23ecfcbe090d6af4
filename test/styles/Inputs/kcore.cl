// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct { int removed; int core; } Node;

__kernel void peel(__global const int *offsets, __global const int *targets, __global int *degree,
                   __global Node *nodes, __global bool *again, int n, short k) {
  int v = get_global_id(0);
  if (v >= n) return;
  Node self = nodes[v];
  if (self.removed == 0 && degree[v] < k) {
    self.removed = 1;
    self.core = k - 1;
    nodes[v] = self;
    for (int e = offsets[v]; e < offsets[v + 1]; ++e)
      atomic_dec(&degree[targets[e]]);
    *again = true;
  }
}

__kernel void survivors(__global const Node *nodes, __global uint *count, int n) {
  int v = get_global_id(0);
  if (v < n && !nodes[v].removed) atomic_add(count, 1u);
}
