// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only some groups do beside their barriers, which all come to equally often.
void meet(volatile __global int *count, int goal) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_inc(count);
    while (atomic_or(count, 0) < goal)
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}
#define GROUPS (int)get_num_groups(0)
#define OTHER a[get_global_size(0) - 1 - get_global_id(0)]
__kernel void returns(__global int *a, __global int *b, volatile __global int *count, int n) {
  int i = get_global_id(0);
  b[i] = OTHER * 3;
  meet(count, GROUPS);
  a[i] = b[i] + n;
  if (get_group_id(0) > 0)
    return;
  a[i] ^= 5;
}
__kernel void continues(__global int *a, __global int *b, volatile __global int *count, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; k++) {
    b[i] = OTHER + k;
    meet(count, (2 * k + 1) * GROUPS);
    a[i] = b[i];
    meet(count, (2 * k + 2) * GROUPS);
    if (k == (int)get_group_id(0))
      continue;
    a[get_global_size(0) - 1 - i] += k;
  }
}
__kernel void cases(__global int *a, __global int *b, volatile __global int *count, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; k++) {
    switch ((int)get_group_id(0) - k) {
    case 0:
      break;
    case 1:
      a[i] += 2;
    default:
      a[i] ^= k;
    }
    meet(count, (2 * k + 1) * GROUPS);
    b[i] = OTHER + k;
    meet(count, (2 * k + 2) * GROUPS);
    a[i] = b[i];
  }
}
