// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if WIDTH != 4
#error WIDTH is not 4
#endif
__kernel void relax(__global int *a) { a[0] = WIDTH; }
