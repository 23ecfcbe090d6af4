/* Hints for loops, under conditions that the device answers in another way than the analysis. */
#ifndef N
#define N 4
#endif

int rounds(__global const int *a, int from) {
  int sum = 0;
#if (__OPENCL_VERSION__ >= 200)
  __attribute__((opencl_unroll_hint))
#endif
  for (int i = 0; i < N; ++i)
    sum += a[(from + i) & 63] >> i;
  return sum;
}

__kernel void collect(__global int *a, __global int *out, int t, __local int *part) {
  const int l = get_local_id(0), g = get_global_id(0);
#if __OPENCL_VERSION__ >= 200
    __attribute__((opencl_unroll_hint(N)))
#endif
  for (int i = 0; i < 2; ++i) {
    part[l] = a[g] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef __opencl_c_int64
    // eight times
    __attribute__((opencl_unroll_hint(8)))
#else

#endif
    for (int k = 0; k < 8; ++k)
      out[g] += part[(l + k) % get_local_size(0)] * t;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

__kernel void back(__global int *a, __global const int *out, int t) {
  const int g = get_global_id(0);
  int i = 0;
#if __OPENCL_VERSION__ < 200
#elif 1
  __attribute__ (( opencl_unroll_hint( 2 ) ))
#endif
  while (i < 3)
    a[g] ^= out[(g + i++) & 63] + rounds(out, t);
}
