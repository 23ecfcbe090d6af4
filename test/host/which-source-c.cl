// A third one, with another kind of argument.
__kernel void advance(__global int *a, __global int *v) { a[get_global_id(0)] += v[0]; }
