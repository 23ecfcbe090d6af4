// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void matvec(__global const double *a, __global const double *x, __global double *y, uint n)
{
    uint r = get_global_id(0);
    double s = 0;
    for (uint c = 0; c < n; ++c) s += a[r * n + c] * x[c];
    y[r] = s;
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void squares(__global const double *y, __global double *out, uint n)
{
    __local double s[32];
    uint l = get_local_id(0);
    double v = 0;
    for (uint i = l; i < n; i += 32) v += y[i] * y[i];
    s[l] = v;
    for (uint k = 16; k; k >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < k) s[l] += s[l + k];
    }
    if (!l) *out = s[0];
}
__kernel void scale(__global double *x, __global const double *y, double f) { x[get_global_id(0)] = y[get_global_id(0)] * f; }
