// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cyclic cellular automaton; the border comes from the groups' numbers, never from an argument.
#define SIDE 8
int4 neighbours(int x, int y) {
    int w = (int)(get_num_groups(0) * get_local_size(0)), h = (int)(get_num_groups(1) * get_local_size(1));
    return (int4)(y * w + (x + 1) % w, y * w + (x + w - 1) % w, (y + 1) % h * w + x, (y + h - 1) % h * w + x);
}
void load(__local uchar tile[SIDE * SIDE], __global const uchar *src, int at) {
    tile[get_local_id(1) * SIDE + get_local_id(0)] = src[at];
    barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel void cyclic(__global const uchar *src, __global uchar *dst, const uchar states)
{
    __local uchar tile[SIDE * SIDE];
    int x = get_group_id(0) * SIDE + get_local_id(0), y = get_group_id(1) * SIDE + get_local_id(1);
    int w = get_global_size(0), at = y * w + x;
    load(tile, src, at);
    uchar mine = tile[get_local_id(1) * SIDE + get_local_id(0)];
    uchar next = (mine + 1) % states;
    int4 n = neighbours(x, y);
    bool eat = src[n.x] == next || src[n.y] == next || src[n.z] == next || src[n.w] == next;
    if (get_local_id(0) > 0 && tile[get_local_id(1) * SIDE + get_local_id(0) - 1] == next) eat = true;
    dst[at] = eat ? next : mine;
}
