// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -u'' = f on 2^k - 1 inner points, h2 the square of the mesh width.
__kernel void smooth(__global const double *u, __global double *out, __global const double *f, int n, double h2)
{
  int i = get_global_id(0);
  if (i >= n) return;
  double l = i > 0 ? u[i - 1] : 0.0, r = i < n - 1 ? u[i + 1] : 0.0;
  out[i] = u[i] / 3.0 + (l + r + h2 * f[i]) / 3.0;
}
__kernel void restrict_residual(__global const double *u, __global const double *f, int n, double h2, __global double *coarse_f, __global double *coarse_u)
{
  int c = get_global_id(0), i = 2 * c + 1;
  if (i >= n) return;
  double res[3];
  for (int k = -1; k <= 1; k++) {
    int j = i + k;
    double l = j > 0 ? u[j - 1] : 0.0, r = j < n - 1 ? u[j + 1] : 0.0;
    res[k + 1] = f[j] - (2.0 * u[j] - l - r) / h2;
  }
  coarse_f[c] = 0.25 * res[0] + 0.5 * res[1] + 0.25 * res[2];
  coarse_u[c] = 0.0;
}
__kernel void correct(__global double *u, __global const double *coarse, int n)
{
  int i = get_global_id(0);
  if (i >= n) return;
  int m = n / 2;
  if (i & 1) u[i] += coarse[i / 2];
  else u[i] += 0.5 * ((i / 2 < m ? coarse[i / 2] : 0.0) + (i / 2 > 0 ? coarse[i / 2 - 1] : 0.0));
}
__kernel void norm(__global const double *u, __global const double *f, int n, double h2, __global double *out)
{
  double worst = 0.0;
  for (int i = 0; i < n; i++) {
    double l = i > 0 ? u[i - 1] : 0.0, r = i < n - 1 ? u[i + 1] : 0.0;
    worst = fmax(worst, fabs(f[i] - (2.0 * u[i] - l - r) / h2));
  }
  *out = worst;
}
