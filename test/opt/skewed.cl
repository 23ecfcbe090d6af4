// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void grow(__global int *a, int by) {
  int i = get_global_id(0);
  a[i] = a[i] * 3 + by;
}
__kernel void fold(__global int *b) {
  int i = get_global_id(0);
  b[i] = b[i] % 1009 + i;
}
__kernel void mark(__global const int *b, __global int *flag) {
  int i = get_global_id(0);
  if (b[i] == 333) // in some trips only
    *flag = 1;
}
