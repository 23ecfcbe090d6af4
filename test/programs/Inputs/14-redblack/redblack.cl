// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Seidel with SOR; one colour at a time. Rows from the global offset on.
__kernel void sweep(__global double *u, __global const double *f, const double omega, const int pitch, const int colour)
{
    const size_t i = get_global_id(1);
    const size_t j = 2 * get_global_id(0) + 1 + ((i + colour) & 1);
    if (j >= pitch - 1)
        return;
    const size_t at = i * pitch + j;
    const double r = u[at - 1] + u[at + 1] + u[at - pitch] + u[at + pitch] - f[at] - 4.0 * u[at];
    u[at] += 0.25 * omega * r;
}

__kernel void residual(__global const double *u, __global const double *f, const int pitch, __global double *norm)
{
    // one item does it: this is rare
    const int n = pitch;
    double worst = 0.0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            const size_t at = i * pitch + j;
            worst = fmax(worst, fabs(u[at - 1] + u[at + 1] + u[at - pitch] + u[at + pitch] - f[at] - 4.0 * u[at]));
        }
    *norm = worst;
}
