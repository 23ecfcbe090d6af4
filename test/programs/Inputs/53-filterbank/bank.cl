// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "taps.h"

__kernel void smooth(__global const int *in, __global int *out, int n, int tap)
{
	int i = get_global_id(0);
	if (i >= n) return;
	int left = in[(i + n - 1) % n], right = in[(i + 1) % n];
	out[i] = (left + tap * in[i] + right) / (tap + 2);
}

__kernel void sharpen(__global const int *in, __global int *out, int n, int tap)
{
	int i = get_global_id(0);
	if (i < n) out[i] = clamp((tap * in[i] - in[(i + n - 1) % n] - in[(i + 1) % n]) / max(tap - 2, 1), -LIMIT, LIMIT);
}

__kernel void jumble(__global const int *in, __global int *out, int n, int tap)
{
	__local int tile[SHUFFLE];
	int l = get_local_id(0), base = get_group_id(0) * SHUFFLE;
	tile[l] = base + l < n ? in[base + l] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (base + l < n) {
		int other = (l + tap) % SHUFFLE;
		out[base + l] = base + other < n ? tile[other] : tile[l];
	}
}

__kernel void energies(__global const int *in, int n, __global long *part)
{
	__local long sum[GROUP];
	int l = get_local_id(0);
	long s = 0;
	for (int i = get_global_id(0); i < n; i += get_global_size(0))
		s += (long)in[i] * in[i];
	sum[l] = s;
	for (int half_size = GROUP / 2; half_size; half_size >>= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < half_size) sum[l] += sum[l + half_size];
	}
	if (!l) part[get_group_id(0)] = sum[0];
}
