__kernel void step(__global const int *a, __global int *b) {
  size_t i = get_global_id(0), n = get_global_size(0);
  int x = a[(i + n / 2) % n];
  for (int k = 0; k < (int)(i % 97); ++k)
    x = x * 1664525 + 1013904223;
  b[i] = a[i] + x;
}
