// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void count(__global int *w) {
  __local int last;
  if (get_local_id(0) == 3)
    last = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&w[last], 1 + (int)get_local_id(0));
}
