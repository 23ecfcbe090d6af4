__kernel void multiply(__global const float *matrix, __global const float *x, __global float *y, int n) {
  int row = get_global_id(0);
  if (row >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += matrix[row * n + k] * x[k];
  y[row] = sum;
}

__kernel void products(__global const float *a, __global const float *b, __global float *sums, __local float *tile,
                       int n) {
  int i = get_global_id(0), l = get_local_id(0);
  tile[l] = i < n ? a[i] * b[i] : 0;
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s)
      tile[l] += tile[l + s];
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}

__kernel void scale(__global const float *y, __global float *x, float by, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[i] = y[i] * by;
}
