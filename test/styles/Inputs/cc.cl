// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
inline void push(__global volatile int *label, int v, int l, __global int *changed) {
  if (atomic_min(&label[v], l) > l) *changed = 1;
}
__kernel void hook(__global const int2 *edges, int m, __global volatile int *label, __global int *changed) {
  int e = get_global_id(0);
  if (e >= m) return;
  int2 uv = edges[e];
  int a = label[uv.x], b = label[uv.y];
  if (a < b) push(label, uv.y, a, changed);
  else if (b < a) push(label, uv.x, b, changed);
}
__kernel void compress_paths(__global int *label, int n) {
  for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
    int l = label[v];
    while (l != label[l]) l = label[l];
    label[v] = l;
  }
}
