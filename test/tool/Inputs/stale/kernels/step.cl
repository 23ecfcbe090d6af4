#include "rule.h"

__kernel void step(__global int *cells, int n) {
  int i = get_global_id(0);
  if (i < n)
    cells[i] = RULE(cells[i] + 1);
}
