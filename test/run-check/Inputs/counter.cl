__kernel void clear(__global int *a) { a[get_global_id(0)] = 0; }
__kernel void bump(__global int *a) { a[get_global_id(0)] += 1; }
