// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int at(int x, int y, int z, int nx, int ny) { return (z * ny + y) * nx + x; }
int mine(int nx, int ny) { return at(get_global_id(0), get_global_id(1), get_global_id(2), nx, ny); }
__kernel void heat(__global const double *a, __global double *b, int nx, int ny, __constant double *coef) {
  int i = mine(nx, ny), sx = 1, sy = nx, sz = nx * ny;
  b[i] = coef[0] * a[i] + coef[1] * (a[i - sx] + a[i + sx]) + coef[2] * (a[i - sy] + a[i + sy]) + coef[3] * (a[i - sz] + a[i + sz]);
}
__kernel void cool(__global double *coef) {
  coef[0] = coef[0] * 0.5 + 0.5;
  for (int i = 1; i < 4; ++i) coef[i] *= 0.5;
}
