// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void scan_step(__global const int *src, __global int *dst, const int stride)
{
    const int gid = get_global_id(0);
    dst[gid] = gid >= stride ? src[gid] + src[gid - stride] : src[gid];
}
__kernel void negate_odd(__global int *a) { int g = get_global_id(0); if (a[g] & 1) a[g] = -a[g] / 2; }
