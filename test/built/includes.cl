#include "step.h"
__kernel void walk(__global int *a, int v) {
  int i = get_global_id(0);
  a[i] += STEP * v * i;
}
__kernel void blend(__global const int *a, __global int *b) {
  int i = get_global_id(0);
  b[i] = b[i] * 3 + look(a, i);
}
