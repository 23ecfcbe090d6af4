// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void topple(global const int *in, global int *out, int n, global int *unstable)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x >= n || y >= n) return;
	int v = in[y * n + x] & 3;
	if (x > 0) v += in[y * n + x - 1] >> 2;
	if (y > 0) v += in[(y - 1) * n + x] >> 2;
	if (x + 1 < n) v += in[y * n + x + 1] >> 2;
	if (y + 1 < n) v += in[(y + 1) * n + x] >> 2;
	out[y * n + x] = v;
	if (v > 3) atomic_inc(unstable);
}
