#include "step.h"
__kernel void add(__global int *a, int n) { a[get_global_id(0)] += n * STEP; }
