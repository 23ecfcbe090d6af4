// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single-source shortest paths with work lists. Each work-item relaxes the arcs
// of a vertex of the list, all items of a group in step; what they improved is
// counted by a scan over the group, and one item makes room for all of it in the
// next list.

#ifndef GROUP
#define GROUP 64
#endif

// Exclusive sum over the work-group. `total` is the same for all items.
int scan_group(int value, __local int *sums, int *total) {
  int me = get_local_id(0);
  sums[me] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < GROUP; step <<= 1) {
    int left = me >= step ? sums[me - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[me] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  *total = sums[GROUP - 1];
  int before = sums[me] - value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return before;
}

// `stamp` holds the round in which a vertex last entered a list, so that none
// enters twice.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void relax(__global const int *row, __global const int *col, __global const int *length,
           __global int *distance, __global int *stamp, __global const int *list,
           const int count, __global int *next, __global int *next_count, const int round) {
  __local int sums[GROUP];
  __local int most, place;
  int me = get_local_id(0);
  int i = get_global_id(0);
  int begin = 0, degree = 0, own = 0;
  if (i < count) {
    int v = list[i];
    begin = row[v];
    degree = row[v + 1] - begin;
    own = atomic_add(&distance[v], 0);
  }
  if (me == 0)
    most = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&most, degree);
  barrier(CLK_LOCAL_MEM_FENCE);
  int steps = most;
  for (int step = 0; step < steps; step++) {
    int found = 0, w = 0;
    if (step < degree) {
      w = col[begin + step];
      int through = own + length[begin + step];
      if (atomic_min(&distance[w], through) > through)
        found = atomic_xchg(&stamp[w], round) != round;
    }
    int total;
    int mine = scan_group(found, sums, &total);
    if (me == 0 && total > 0)
      place = atomic_add(next_count, total);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (found)
      next[place + mine] = w;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
