// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void relax(__global const int *next, __global int *dist, __global int *changed, int n) {
  int i = get_global_id(0);
  if (i < n && dist[i] + 1 < dist[next[i]]) {
    dist[next[i]] = dist[i] + 1;
    *changed = 1;
  }
}
