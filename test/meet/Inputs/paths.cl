// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All shortest paths (Floyd and Warshall) in one launch. The barrier of OpenCL 2 atomics has a flag for each group but
// the first, which collects them; a turn of the sense lets all go, so no flag starts again.

typedef global atomic_int flags;

// come[groups], and behind it go[groups]
static void meet(flags *come, flags *go, const int sense) {
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) == 0) {
    for (size_t peer = get_local_id(0) + 1; peer < get_num_groups(0); peer += get_local_size(0))
      while (atomic_load_explicit(&come[peer], memory_order_acquire, memory_scope_device) != sense)
        ;
  } else if (get_local_id(0) == 0) {
    atomic_store_explicit(&come[get_group_id(0)], sense, memory_order_release, memory_scope_device);
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) == 0) {
    for (size_t peer = get_local_id(0) + 1; peer < get_num_groups(0); peer += get_local_size(0))
      atomic_store_explicit(&go[peer], sense, memory_order_release, memory_scope_device);
  } else if (get_local_id(0) == 0) {
    while (atomic_load_explicit(&go[get_group_id(0)], memory_order_acquire, memory_scope_device) != sense)
      ;
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}

kernel void paths(global int *length, flags *come, int n) {
  int sense = 0;
  for (int via = 0; via < n; via++) {
    for (int at = get_global_id(0); at < n * n; at += get_global_size(0)) {
      const int detour = length[at / n * n + via] + length[via * n + at % n];
      if (detour < length[at])
        length[at] = detour;
    }
    sense = !sense;
    meet(come, come + get_num_groups(0), sense);
  }
}
