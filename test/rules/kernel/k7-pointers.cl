// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that other types hold: what is written by them is the argument's buffer.
#define me get_global_id(0)
typedef union {
  __global int *p;
  ulong bits;
} place;
__kernel void cast(__global int *a) {
  __global int *q;
  *(ulong *)&q = *(ulong *)&a;
  q[me] += 1;
}
__kernel void part(__global int *a) {
  place x, y;
  x.p = a;
  y.bits = x.bits + 4;
  y.bits -= 4;
  y.p[me] += 2;
}
__kernel void next(__global const int *a, __global int *b) {
  int n = get_global_size(0);
  b[me] += a[(me + n / 2) % n];
}
