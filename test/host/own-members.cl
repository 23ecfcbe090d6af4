// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void mix(__global int *a, int by) { a[get_global_id(0)] = a[get_global_id(0)] * 5 % 977 + by % 11; }
