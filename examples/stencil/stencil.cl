// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One Jacobi step of the heat equation on a plate. A work-group of TILE x TILE
// items loads its part of the plate with a border of one cell into local
// memory. The cells at the rim of the plate keep their temperature.

#define TILE 16

__kernel void jacobi(__global const float *in, __global float *out, int width,
                     int height, float tolerance, __global int *moving) {
  __local float tile[TILE + 2][TILE + 2];
  int x = get_global_id(0);
  int y = get_global_id(1);
  int tx = get_local_id(0) + 1;
  int ty = get_local_id(1) + 1;
  int cx = min(x, width - 1);
  int cy = min(y, height - 1);

  tile[ty][tx] = in[cy * width + cx];
  if (tx == 1)
    tile[ty][0] = in[cy * width + max(cx - 1, 0)];
  if (tx == TILE)
    tile[ty][TILE + 1] = in[cy * width + min(x + 1, width - 1)];
  if (ty == 1)
    tile[0][tx] = in[max(cy - 1, 0) * width + cx];
  if (ty == TILE)
    tile[TILE + 1][tx] = in[min(y + 1, height - 1) * width + cx];
  barrier(CLK_LOCAL_MEM_FENCE);

  if (x < width && y < height) {
    float old = tile[ty][tx];
    float now = old;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
      now = 0.25f * (tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] +
                     tile[ty][tx + 1]);
      if (fabs(now - old) > tolerance)
        *moving = 1;
    }
    out[y * width + x] = now;
  }
}
