__kernel void heat(__global const float *in, __global float *out, int w, int h, float rate) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  float c = in[i];
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    c += rate * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4.0f * c);
  out[i] = c;
}
__kernel void source(__global float *a, int at, float by) {
  if (get_global_id(0) == 0)
    a[at] += by;
}
__kernel void squares(__global const float *a, __global float *sums, __local float *tile) {
  int l = get_local_id(0);
  tile[l] = a[get_global_id(0)] * a[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s)
      tile[l] += tile[l + s];
  }
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}
