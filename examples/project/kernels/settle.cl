#include "rule.h"

__kernel void slide(__global const int *from, __global int *to, int count,
                    __global int *moved) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  int here = from[i];
  int left = i ? from[i - 1] : here, right = i + 1 < count ? from[i + 1] : here;
  int change = 0;
  change += STEEP(left, here) - STEEP(here, left);
  change += STEEP(right, here) - STEEP(here, right);
  to[i] = here + change;
  if (change)
    *moved = 1;
}
