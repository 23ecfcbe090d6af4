// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One generation of an elementary cellular automaton. The row to read is argument
// 0 in even generations and argument 1 in odd ones.
kernel void evolve(global uchar *even_row, global uchar *odd_row, uchar rule, uint width, uchar odd)
{
    uint i = get_global_id(0);
    if (i >= width) return;
    global uchar *from = odd ? odd_row : even_row;
    global uchar *to = odd ? even_row : odd_row;
    uchar l = from[i ? i - 1 : width - 1], c = from[i], r = from[i + 1 == width ? 0 : i + 1];
    to[i] = (rule >> (l << 2 | c << 1 | r)) & 1;
}
kernel void population(global const uchar *row, uint width, global ushort *count)
{
    ushort n = 0;
    for (uint i = 0; i < width; ++i) n += row[i];
    *count = n;
}
