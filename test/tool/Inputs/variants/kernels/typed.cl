#include "kernels/common.h"

__kernel void typed_plain(__global WORD *a, __global WORD *b) {
  WORD i = get_global_id(0);
  b[i] = a[wrapped(i + 3)] - i;
}
