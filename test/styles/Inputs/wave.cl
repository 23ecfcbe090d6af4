// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define U(buf, i, j) buf[(j) * nx + (i)]
__kernel void wave_step(__global const float *restrict prev, __global const float *restrict cur,
                        __global float *restrict next, const int nx, const int ny, const float c2) {
  const int i = get_global_id(0) + 1, j = get_global_id(1) + 1;
  if (i >= nx - 1 || j >= ny - 1) return;
  float lap = U(cur, i - 1, j) + U(cur, i + 1, j) + U(cur, i, j - 1) + U(cur, i, j + 1) - 4.0f * U(cur, i, j);
  U(next, i, j) = 2.0f * U(cur, i, j) - U(prev, i, j) + c2 * lap;
}
__kernel void source(__global float *u, const int at, const float amplitude) { u[at] += amplitude; }
