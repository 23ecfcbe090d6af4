// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void copy(__global const int *from, __global int *to, __global int *changed) {
  int i = get_global_id(0);
  to[i] = from[i];
  if (i == 0)
    *changed = 0;
}
