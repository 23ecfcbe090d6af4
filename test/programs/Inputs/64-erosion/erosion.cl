// Soil slides to lower neighbours until no slope is too steep.
#define AT(x, y) ((y) * width + (x))

__kernel void slopes(__global const int *height, __global int *slide, const int width, const int rows, const int steep) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= rows)
    return;
  const int here = height[AT(x, y)];
  int to = 0;
  if (x > 0 && here - height[AT(x - 1, y)] > steep) to |= 1;
  if (x + 1 < width && here - height[AT(x + 1, y)] > steep) to |= 2;
  if (y > 0 && here - height[AT(x, y - 1)] > steep) to |= 4;
  if (y + 1 < rows && here - height[AT(x, y + 1)] > steep) to |= 8;
  slide[AT(x, y)] = to;
}

__kernel void settle(__global int *height, __global const int *slide, const int width, const int rows,
                     __global int *moved) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= rows)
    return;
  int change = -popcount(slide[AT(x, y)]);
  if (x > 0) change += slide[AT(x - 1, y)] >> 1 & 1;
  if (x + 1 < width) change += slide[AT(x + 1, y)] & 1;
  if (y > 0) change += slide[AT(x, y - 1)] >> 3 & 1;
  if (y + 1 < rows) change += slide[AT(x, y + 1)] >> 2 & 1;
  if (slide[AT(x, y)] | change)
    atomic_inc(moved);
  height[AT(x, y)] += change;
}
