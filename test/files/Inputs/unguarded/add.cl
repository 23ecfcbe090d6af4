// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void add(__global int *a, int by, int limit) {
  int i = get_global_id(0);
  if (i < limit)
    a[i] += by * (i + 1);
}
