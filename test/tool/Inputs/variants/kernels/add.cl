#include "kernels/common.h"

__kernel void add_plain(__global int *a, __global int *b) {
  int i = get_global_id(0);
  b[i] = a[wrapped(i - 1)] + a[i] / FACTOR;
}

__kernel void add_tiled(__global int *a, __global int *b) {
  __local int part[TILE];
  int i = get_global_id(0), l = get_local_id(0);
  part[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = part[TILE - 1 - l] + FACTOR;
}
