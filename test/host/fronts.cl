
// behind what the program writes
#ifdef GAIN
#define USED GAIN
#else
#define USED 3
#endif
__kernel void count(__global int *a, int t) {
  size_t i = get_global_id(0);
  if (i < N)
    a[i] = a[i] * USED + t + WIDTH(t);
}
