// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Connected components: hook the larger root under the smaller, then jump pointers.
kernel void init(global int* parent) {
  parent[get_global_id(0)] = get_global_id(0);
}

int root_of(global const int* parent, int v) {
  while (parent[v] != v) v = parent[v];
  return v;
}

kernel void hook(global const int2* edge, uint edges, global const int* comp, global int* parent, global uint* again) {
  uint e = get_global_id(0);
  if (e >= edges) return;
  int a = comp[edge[e].x], b = comp[edge[e].y];
  if (a == b) return;
  atomic_min(&parent[max(a, b)], min(a, b));
  again[0] = 1u;
}

kernel void jump(global const int* parent, global int* comp) {
  size_t v = get_global_id(0);
  comp[v] = root_of(parent, comp[v]);
}
