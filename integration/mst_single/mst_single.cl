// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minimum spanning forest after Boruvka, as one kernel: in each round every component finds its
// lightest edge to another one (of equally long edges the one with the smallest number), takes it
// into the forest, and components that an edge joins become one, by pointer jumping. What one
// group writes and another reads is volatile.

#define NO_EDGE 0x7fffffff

// A flag for each group: group 0 watches all of them come, and lets all of them go.
void all_groups(volatile __global int *flag) {
  const int me = get_local_id(0), size = get_local_size(0);
  const int group = get_group_id(0), groups = get_num_groups(0);
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (me == 0)
    flag[group] = 1;
  if (group == 0)
    for (int g = me; g < groups; g += size)
      while (flag[g] == 0)
        ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (group == 0)
    for (int g = me; g < groups; g += size)
      flag[g] = 0;
  if (me == 0)
    while (flag[group] != 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
}

// The length of the lightest edge from v to another component.
int lightest(__global const int *row, __global const int *col, __global const int *length,
             volatile __global const int *component, int v) {
  int least = NO_EDGE;
  for (int e = row[v]; e < row[v + 1]; e++)
    if (component[col[e]] != component[v])
      least = min(least, length[e]);
  return least;
}

// `joined` and `moved` tell the last round in which something was.
__kernel void forest(__global const int *row, __global const int *col, __global const int *length,
                     __global const int *number, __global const int *end_a, __global const int *end_b,
                     volatile __global int *component, volatile __global int *best_length,
                     volatile __global int *best_edge, volatile __global int *parent,
                     volatile __global int *shorter, __global int *in_forest, volatile __global int *joined,
                     volatile __global int *moved, volatile __global int *flag, int n) {
  int round = 0, jumps = 0, more, again;
  do {
    round++;
    for (int v = get_global_id(0); v < n; v += get_global_size(0))
      best_length[v] = best_edge[v] = NO_EDGE;
    all_groups(flag);
    for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
      const int least = lightest(row, col, length, component, v);
      if (least != NO_EDGE)
        atomic_min(&best_length[component[v]], least);
    }
    all_groups(flag);
    for (int v = get_global_id(0); v < n; v += get_global_size(0)) {
      const int own = component[v];
      for (int e = row[v]; e < row[v + 1]; e++)
        if (component[col[e]] != own && length[e] == best_length[own])
          atomic_min(&best_edge[own], number[e]);
    }
    all_groups(flag);

    // Each component joins the one at the other end of its edge; of two that chose
    // the same edge the one with the smaller number stays.
    int any = 0;
    for (int c = get_global_id(0); c < n; c += get_global_size(0)) {
      const int edge = best_edge[c];
      int next = c;
      if (edge != NO_EDGE) {
        const int a = component[end_a[edge]], b = component[end_b[edge]];
        const int other = a == c ? b : a;
        if (best_edge[other] != edge || c > other)
          next = other;
        in_forest[edge] = 1;
        any = 1;
      }
      parent[c] = next;
    }
    if (any)
      *joined = round;
    all_groups(flag);
    more = *joined == round;

    do {
      int shortened = 0;
      jumps++;
      for (int c = get_global_id(0); c < n; c += get_global_size(0)) {
        const int p = parent[c], q = parent[p];
        shorter[c] = q;
        if (p != q)
          shortened = 1;
      }
      if (shortened)
        *moved = jumps;
      all_groups(flag);
      for (int c = get_global_id(0); c < n; c += get_global_size(0))
        parent[c] = shorter[c];
      again = *moved == jumps;
      all_groups(flag);
    } while (again);
    for (int v = get_global_id(0); v < n; v += get_global_size(0))
      component[v] = parent[component[v]];
    all_groups(flag);
  } while (more);
}
