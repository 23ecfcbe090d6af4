__kernel void blend(__global int *x, __global int *y, int v) {
  size_t i = get_global_id(0);
  x[i] = x[i] * 3 + v;
  y[i] ^= x[i] + (int)i;
}
