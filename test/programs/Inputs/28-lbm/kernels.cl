// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define NSPEEDS 9

typedef struct { float speeds[NSPEEDS]; } t_speed;

kernel void accelerate_flow(global t_speed* cells, global int* obstacles, int nx, int ny, float density, float accel)
{
  float w1 = density * accel / 9.0f;
  float w2 = density * accel / 36.0f;
  int jj = ny - 2;
  int ii = get_global_id(0);
  int at = ii + jj * nx;
  if (!obstacles[at] && (cells[at].speeds[3] - w1) > 0.f && (cells[at].speeds[6] - w2) > 0.f && (cells[at].speeds[7] - w2) > 0.f) {
    cells[at].speeds[1] += w1;
    cells[at].speeds[5] += w2;
    cells[at].speeds[8] += w2;
    cells[at].speeds[3] -= w1;
    cells[at].speeds[6] -= w2;
    cells[at].speeds[7] -= w2;
  }
}

float step(global const t_speed* cells, global t_speed* out, global const int* obstacles, int ii, int jj, int nx, int ny, float omega)
{
  const int n = (jj + 1) % ny, e = (ii + 1) % nx, s = jj == 0 ? ny - 1 : jj - 1, w = ii == 0 ? nx - 1 : ii - 1;
  float f[NSPEEDS];
  f[0] = cells[ii + jj * nx].speeds[0];
  f[1] = cells[w + jj * nx].speeds[1];
  f[2] = cells[ii + s * nx].speeds[2];
  f[3] = cells[e + jj * nx].speeds[3];
  f[4] = cells[ii + n * nx].speeds[4];
  f[5] = cells[w + s * nx].speeds[5];
  f[6] = cells[e + s * nx].speeds[6];
  f[7] = cells[e + n * nx].speeds[7];
  f[8] = cells[w + n * nx].speeds[8];
  global t_speed* o = &out[ii + jj * nx];
  if (obstacles[ii + jj * nx]) {
    o->speeds[0] = f[0]; o->speeds[1] = f[3]; o->speeds[2] = f[4]; o->speeds[3] = f[1]; o->speeds[4] = f[2];
    o->speeds[5] = f[7]; o->speeds[6] = f[8]; o->speeds[7] = f[5]; o->speeds[8] = f[6];
    return 0.f;
  }
  float d = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
  float ux = (f[1] + f[5] + f[8] - (f[3] + f[6] + f[7])) / d, uy = (f[2] + f[5] + f[6] - (f[4] + f[7] + f[8])) / d;
  float usq = 1.0f - (ux * ux + uy * uy) * 1.5f;
  float u[NSPEEDS] = {0.f, ux, uy, -ux, -uy, ux + uy, -ux + uy, -ux - uy, ux - uy};
  for (int k = 0; k < NSPEEDS; k++) {
    float weight = k == 0 ? 4.f / 9.f : k < 5 ? 1.f / 9.f : 1.f / 36.f;
    float eq = weight * d * (usq + 3.0f * u[k] + 4.5f * u[k] * u[k]);
    o->speeds[k] = f[k] + omega * (eq - f[k]);
  }
  return sqrt(ux * ux + uy * uy);
}

kernel void timestep(global const t_speed* cells, global t_speed* tmp_cells, global const int* obstacles, int nx, int ny, float omega,
                     local float* local_sums, global float* partial_sums)
{
  int ii = get_global_id(0), jj = get_global_id(1);
  int l = get_local_id(1) * get_local_size(0) + get_local_id(0), count = get_local_size(0) * get_local_size(1);
  local_sums[l] = step(cells, tmp_cells, obstacles, ii, jj, nx, ny, omega);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    float sum = 0.f;
    for (int i = 0; i < count; i++) sum += local_sums[i];
    partial_sums[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = sum;
  }
}
