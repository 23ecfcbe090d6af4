__kernel void blend(__global const int *a, __global int *b) {
  size_t i = get_global_id(0);
  b[i] += a[get_global_size(0) - 1 - i] / 2;
}
