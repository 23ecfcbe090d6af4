// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void grow(__global int *x, int n, int step) { int i = get_global_id(0); if (i < n) x[i] = x[i] * 3 + step + i; }
