// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void order(__global long *a, size_t i, size_t j) {
  long x = a[i], y = a[j];
  if (y < x) { a[i] = y; a[j] = x; }
}
__kernel void even_pairs(__global long *a, ulong n) { size_t i = 2 * get_global_id(0); if (i + 1 < n) order(a, i, i + 1); }
__kernel void odd_pairs(__global long *a, ulong n) { size_t i = 2 * get_global_id(0) + 1; if (i + 1 < n) order(a, i, i + 1); }
__kernel void is_sorted(__global const long *a, ulong n, __global int *no) {
  size_t i = get_global_id(0);
  if (i + 1 < n && a[i + 1] < a[i]) *no = 1;
}
