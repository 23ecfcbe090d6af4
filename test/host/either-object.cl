// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }
__kernel void add(__global int *a) { a[get_global_id(0)] += 7; }
