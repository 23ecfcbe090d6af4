__kernel void add(__global int *a, int v) { a[get_global_id(0)] += v; }
