// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that end by their own work, although others write what they look at.
inline void add_float(volatile __global float *to, float v) {
  union { uint u; float f; } old, new;
  do {
    old.f = *to;
    new.f = old.f + v;
  } while (atomic_cmpxchg((volatile __global uint *)to, old.u, new.u) != old.u);
}
__kernel void drain(__global const int *row, __global const int *col, __global int *dist, __global const int *list,
                    __global int *next, __global int *head, __global int *tail, int count, int depth) {
  int at;
  while ((at = atomic_inc(head)) < count) {
    int v = list[at];
    for (int e = row[v]; e < row[v + 1]; e++)
      if (atomic_cmpxchg(&dist[col[e]], -1, depth) == -1)
        next[atomic_inc(tail)] = col[e];
  }
}
__kernel void weigh(__global const int *dist, __global float *total, __global int *root, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (dist[i] >= 0)
    add_float(total, 1.0f);
  int r = i; // pointer jumping: a chain of loads that only shrinks
  while (root[r] != r)
    r = root[r];
  root[i] = r;
  int m = root[n]; // a maximum by retries
  while (m < dist[i]) {
    int seen = atomic_cmpxchg(&root[n], m, dist[i]);
    if (seen == m)
      break;
    m = seen;
  }
}
