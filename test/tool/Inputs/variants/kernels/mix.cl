#include "kernels/common.h"

#ifndef VARIANT_mix
#error a build without the variant's name
#endif

__kernel void mix_plain(__global int *a, __global int *b) {
  int i = get_global_id(0);
  b[i] = a[wrapped(i + FACTOR)] ^ i;
}
