// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_global_int32_extended_atomics : enable
typedef struct { int to, weight; } edge_t;

__kernel void bucket_relax(__global const int *first, __global const edge_t *edges, __global int *dist, __global int *settled,
                           int n, int low, int high, __global int *changed)
{
    int v = get_global_id(0);
    if (v >= n) return;
    int d = dist[v];
    if (d < low || d >= high || settled[v] == d) return;
    settled[v] = d;
    for (int e = first[v]; e < first[v + 1]; e++)
        if (atomic_min(&dist[edges[e].to], d + edges[e].weight) > d + edges[e].weight)
            *changed = 1;
}

__kernel void next_bucket(__global const int *dist, int n, int high, __global int *next)
{
    int v = get_global_id(0);
    if (v < n && dist[v] >= high) atomic_min(next, dist[v]);
}
