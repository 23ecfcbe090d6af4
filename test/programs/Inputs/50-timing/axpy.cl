// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void relax(__global const float *in, __global float *out, int n)
{
	int i = get_global_id(0);
	if (i > 0 && i < n - 1)
		out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
	else if (i < n)
		out[i] = in[i];
}
