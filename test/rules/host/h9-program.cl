#ifndef STEP
#define STEP 1
#endif
#if STEP > 2
#define SIGN -
#else
#define SIGN
#endif
__kernel void walk(__global int *a, int v) { a[get_global_id(0)] += SIGN STEP * v; }
__kernel void turn(__global int *a) { a[get_global_id(0)] ^= STEP; }
