// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void shift(__global int *a, int n, int by) {
  int i = get_global_id(0);
  if (i < n)
    a[i] += by + (a[i] & 3);
}
