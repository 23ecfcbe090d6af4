// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void count(__global int *a) {
  int i = get_global_id(0);
  a[i] += i;
  if (i == 3)
    printf("%d\n", a[i]);
}
