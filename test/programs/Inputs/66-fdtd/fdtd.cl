// Electric and magnetic fields, and what drives them.
#define E(x, y) ((y)*nx + (x))
__kernel void source(__global float *hz, int nx, int ny, float v) { hz[E(nx / 2, ny / 2)] += v; }
__kernel void update_ex(__global float *ex, __global const float *hz, int nx, int ny) {
  int x = get_global_id(0), y = get_global_id(1);
  ex[E(x, y)] += 0.5f * (hz[E(x, y)] - hz[E(x, y - 1)]);
}
__kernel void update_ey(__global float *ey, __global const float *hz, int nx, int ny) {
  int x = get_global_id(0), y = get_global_id(1);
  ey[E(x, y)] -= 0.5f * (hz[E(x, y)] - hz[E(x - 1, y)]);
}
__kernel void update_hz(__global float *hz, __global const float *ex, __global const float *ey, int nx,
                        int ny) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= nx - 1 || y >= ny - 1)
    return;
  hz[E(x, y)] -= 0.7f * (ey[E(x + 1, y)] - ey[E(x, y)] - ex[E(x, y + 1)] + ex[E(x, y)]);
}
