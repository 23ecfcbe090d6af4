// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void rhs(__global const double *y, __global double *k, double t, int n) {
    int i = get_global_id(0);
    k[i] = y[(i + 1) % n] - 0.5 * y[i] + sin(t + i);
}
__kernel void axpy3(__global const double *y, __global const double *k, __global double *tmp, double h) {
    int i = get_global_id(0);
    tmp[i] = y[i] + h * k[i];
}
__kernel void accum(__global double *acc, __global const double *k, double w, int first) {
    int i = get_global_id(0);
    acc[i] = (first ? 0.0 : acc[i]) + w * k[i];
}
