// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void relay(__global volatile int *turn, __global int *a) {
  if (get_local_id(0) == 0) {
    while (atomic_add(&turn[0], 0) < (int)get_group_id(0)) // the group in front
      ;
    a[get_group_id(0)] += turn[0];
    atomic_inc(&turn[0]);
  }
}
