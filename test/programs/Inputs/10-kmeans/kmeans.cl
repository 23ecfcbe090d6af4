// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "params.h"

__kernel void assign(__global const int2 *points, __global const int2 *centres, __global int *member,
                     __global int *changed, struct params p)
{
    int i = get_global_id(0);
    if (i >= p.points) return;
    int best = 0, bestd = 0x7fffffff;
    for (int c = 0; c < p.clusters; c++) {
        int2 d = points[i] - centres[c];
        int dd = d.x * d.x + d.y * d.y;
        if (dd < bestd) { bestd = dd; best = c; }
    }
    if (member[i] != best) {
        member[i] = best;
        atomic_inc(changed);
    }
}

/* one group per cluster */
__kernel void recentre(__global const int2 *points, __global int2 *centres, __global const int *member, struct params p)
{
    __local int sx[GROUP], sy[GROUP], cnt[GROUP];
    int l = get_local_id(0), c = get_group_id(0);
    int x = 0, y = 0, n = 0;
    for (int i = l; i < p.points; i += GROUP)
        if (member[i] == c) { x += points[i].x; y += points[i].y; n++; }
    sx[l] = x; sy[l] = y; cnt[l] = n;
    for (int s = GROUP / 2; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) { sx[l] += sx[l + s]; sy[l] += sy[l + s]; cnt[l] += cnt[l + s]; }
    }
    if (l == 0 && cnt[0] > 0)
        centres[c] = (int2)(sx[0] / cnt[0], sy[0] / cnt[0]);
}
