__kernel void rows(__global const int *in, __global int *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int left = in[y * width + max(x - 1, 0)], right = in[y * width + min(x + 1, width - 1)];
  out[y * width + x] = left + 2 * in[y * width + x] + right;
}

__kernel void columns(__global const int *in, __global int *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int up = in[max(y - 1, 0) * width + x], down = in[min(y + 1, height - 1) * width + x];
  out[y * width + x] = (up + 2 * in[y * width + x] + down + 8) / 16;
}

__kernel void steepness(__global const int *in, __global int *sum, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x + 1 < width && y < height)
    atomic_add(sum, abs(in[y * width + x + 1] - in[y * width + x]));
}
