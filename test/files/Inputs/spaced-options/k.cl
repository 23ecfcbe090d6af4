__kernel void shift(__global int *a) { a[get_global_id(0)] += STEP * (int)get_global_id(0) + ADDED; }
