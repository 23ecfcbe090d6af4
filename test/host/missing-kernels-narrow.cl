__kernel void narrow(__global int *a, int v) { a[get_global_id(0)] += v + 1; }
__kernel void both(__global int *a) { a[get_global_id(0)] *= 3; }
