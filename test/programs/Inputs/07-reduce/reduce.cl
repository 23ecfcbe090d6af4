// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void reduce_pass(global const int *in, global int *out, uint n, local int *tmp)
{
	size_t g = get_global_id(0), l = get_local_id(0);
	tmp[l] = (g < n) ? in[g] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t s = get_local_size(0) >> 1; s; s >>= 1) {
		if (l < s)
			tmp[l] += tmp[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (!l)
		out[get_group_id(0)] = tmp[0];
}
