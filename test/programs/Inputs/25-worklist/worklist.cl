// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontier holds pixels; a fill spreads through equal neighbours.
kernel void spread(global const uchar *image, global int *region, int width, int height,
                   global const int *frontier, int count, global int *next, global int *next_count)
{
	int i = get_global_id(0);
	if (i >= count)
		return;
	int at = frontier[i], x = at % width, y = at / width;
	const int dx[4] = { -1, 1, 0, 0 }, dy[4] = { 0, 0, -1, 1 };
	for (int d = 0; d < 4; d++) {
		int u = x + dx[d], v = y + dy[d];
		if (u < 0 || v < 0 || u >= width || v >= height || image[v * width + u] != image[at])
			continue;
		if (atomic_cmpxchg(&region[v * width + u], 0, 1) == 0)
			next[atomic_inc(next_count)] = v * width + u;
	}
}
