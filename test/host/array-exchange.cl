__kernel void jacobi(__global const float *a, __global const float *b, __global const float *x0, __global float *x1, __global float *norm, int n) {
  int i = get_global_id(0);
  float s = b[i];
  for (int j = 0; j < n; j++)
    s -= j == i ? 0 : a[i * n + j] * x0[j];
  x1[i] = s / a[i * n + i];
  norm[i] = fabs(x1[i] - x0[i]);
}

__kernel void shift(__global const int *from, __global int *to, int by) {
  size_t i = get_global_id(0), n = get_global_size(0);
  to[i] = from[(i + by) % n] + by;
}
