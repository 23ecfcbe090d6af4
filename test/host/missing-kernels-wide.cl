__kernel void wide(__global int4 *a, int v) { a[get_global_id(0)] += v + 1; }
__kernel void carry(__global int4 *a) { a[get_global_id(0)] ^= 5; }
__kernel void both(__global int *a) { a[get_global_id(0)] *= 3; }
