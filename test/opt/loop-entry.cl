// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void spread(__global int *field, __global const int *seed, int n) {
  int i = get_global_id(0);
  field[(i + 5) % n] = seed[i] % 64;
}
__kernel void smooth(__global const int *field, __global int *to, int n) {
  int i = get_global_id(0);
  to[i] = (to[i] * 3 + field[(i + n - 1) % n]) % 977;
}
