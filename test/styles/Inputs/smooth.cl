// One step of a smoothing, of two kinds, and the largest change.
__kernel void smooth(__global const float *in, __global float *out, __global float *change, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x >= w || y >= h)
    return;
  float v = in[i];
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    v = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
  out[i] = v;
  change[i] = fabs(v - in[i]);
}

__kernel void smooth_damped(__global const float *in, __global float *out, __global float *change, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x >= w || y >= h)
    return;
  float v = in[i];
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    v = 0.5f * v + 0.125f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
  out[i] = v;
  change[i] = fabs(v - in[i]);
}

__kernel void largest(__global const float *in, __global float *part, __local float *tile, int n) {
  int l = get_local_id(0);
  float m = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    m = fmax(m, in[i]);
  tile[l] = m;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s)
      tile[l] = fmax(tile[l], tile[l + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    part[get_group_id(0)] = tile[0];
}
