// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values sink to the smallest of their block, as often as it takes.
__kernel void sink(__global int *a, int n) {
  __local int t[16];
  __local char moved;
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = i < n ? a[i] : 0;
  moved = 1;
  while (moved) {
    barrier(CLK_LOCAL_MEM_FENCE);
    moved = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = l ? t[l - 1] : t[l];
    if (left < t[l]) {
      t[l] = left;
      moved = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    a[i] = t[l];
}
__kernel void raise(__global int *a, int n, __local int *again) {
  int l = get_local_id(0), g = get_local_size(0), i = get_global_id(0);
  int rounds = 0;
  again[0] = 1;
  for (; again[0] && rounds < 9; rounds++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      again[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n && a[i] % 7 != l % 7) {
      a[i] += 3;
      *again = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0 && i < n) // what sinks does not come by here
    a[i] += rounds * g;
}
