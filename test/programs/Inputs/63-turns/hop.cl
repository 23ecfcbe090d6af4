// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void hop(__global const int *from, __global int *to, int stride, int n) {
    int i = get_global_id(0);
    to[i] = from[i] + from[(i + stride) % n] % 7;
}
__kernel void count_odd(__global const int *a, __global int *c) {
    if (a[get_global_id(0)] & 1) atomic_inc(c);
}
