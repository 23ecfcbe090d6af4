// One of several sources with the same kernels: whole ids.
__kernel void advance(__global int *a, int v) { a[get_global_id(0)] += v + (int)get_global_id(0); }
