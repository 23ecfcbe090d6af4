// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void grow(__global int *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    v[i] += 3;
}
__attribute__((reqd_work_group_size(16, 1, 1))) __kernel void sixteen(__global int *w, uint n, uint t) {
  if (get_global_id(0) < n - t) // wraps: then all
    w[get_global_id(0)] += 5;
}
