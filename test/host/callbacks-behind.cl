__kernel void add(__global int *a, int by) { a[get_global_id(0)] += by; }
