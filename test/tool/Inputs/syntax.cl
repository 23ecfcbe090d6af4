// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void relax(__global int *a) {
  a[0] = undeclared;
}
