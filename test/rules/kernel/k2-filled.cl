// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void fill(int *a, int n) { a[0] = n; }
__kernel void turn(__global int *o, int n) {
  __local int t[64];
  int a[2], l = get_local_id(0);
  fill(a, n);
  t[l] = o[get_global_id(0)];
  for (int i = 0; i < a[0]; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = t[(l + 1) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = x + i;
  }
  o[get_global_id(0)] = t[l];
}
