// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel __attribute__((reqd_work_group_size(24, 1, 1))) void exact(__global int *a, int by) {
  __local int t[24];
  size_t l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[23 - l] + by;
}
__kernel __attribute__((work_group_size_hint(8, 1, 1))) void free_size(__global int *a, const int by) {
  a[get_global_id(0)] += by * (int)get_global_id(0);
}
__kernel void huge(__global int *a, __local int *t, int n) {
  int l = get_local_id(0);
  for (int i = l; i < n; i += get_local_size(0))
    t[i] = a[i % 240];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] += t[n - 1 - l];
}
