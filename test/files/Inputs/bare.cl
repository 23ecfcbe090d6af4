__kernel void grow(__global const int *in, __global int *out, int by) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 2 + by + (int)i;
}
__kernel void turn(__global int *a, int by) {
  size_t i = get_global_id(0);
  a[i] = a[i] / 3 - by;
}
