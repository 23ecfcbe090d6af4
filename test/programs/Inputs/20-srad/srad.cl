// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WG 64
__kernel void prepare(long n, __global const float *img, __global float *sums, __global float *sums2)
{
	int ei = get_global_id(0);
	if (ei < n) { sums[ei] = img[ei]; sums2[ei] = img[ei] * img[ei]; }
}

/* each group adds WG neighbours with distance mul; the sum lands at the group's first cell */
__kernel void reduce(long n, int no, int mul, __global float *sums, __global float *sums2)
{
	__local float a[WG], b[WG];
	int tx = get_local_id(0), ei = get_global_id(0);
	a[tx] = ei < no ? sums[ei * mul] : 0.0f;
	b[tx] = ei < no ? sums2[ei * mul] : 0.0f;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = WG / 2; i > 0; i /= 2) {
		if (tx < i) { a[tx] += a[tx + i]; b[tx] += b[tx + i]; }
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (tx == 0) { sums[get_group_id(0) * mul * WG] = a[0]; sums2[get_group_id(0) * mul * WG] = b[0]; }
}

__kernel void diffuse(int nr, int nc, __global const float *img, __global float *c, __global float *div, float q0sqr)
{
	int ei = get_global_id(0);
	if (ei >= nr * nc) return;
	int row = ei % nr, col = ei / nr;
	float jc = img[ei];
	float dn = img[max(row - 1, 0) + nr * col] - jc, ds = img[min(row + 1, nr - 1) + nr * col] - jc;
	float dw = img[row + nr * max(col - 1, 0)] - jc, de = img[row + nr * min(col + 1, nc - 1)] - jc;
	float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (jc * jc), l = (dn + ds + dw + de) / jc;
	float num = 0.5f * g2 - 0.0625f * l * l, den = 1 + 0.25f * l, q = num / (den * den);
	den = (q - q0sqr) / (q0sqr * (1 + q0sqr));
	float v = 1.0f / (1.0f + den);
	c[ei] = clamp(v, 0.0f, 1.0f);
	div[ei] = dn + dw;
}

__kernel void update(int nr, int nc, float lambda, __global float *img, __global const float *c, __global const float *old)
{
	int ei = get_global_id(0);
	if (ei >= nr * nc) return;
	int row = ei % nr, col = ei / nr;
	float cc = c[ei], cs = c[min(row + 1, nr - 1) + nr * col], ce = c[row + nr * min(col + 1, nc - 1)];
	float jc = old[ei];
	float dn = old[max(row - 1, 0) + nr * col] - jc, ds = old[min(row + 1, nr - 1) + nr * col] - jc;
	float dw = old[row + nr * max(col - 1, 0)] - jc, de = old[row + nr * min(col + 1, nc - 1)] - jc;
	img[ei] = jc + 0.25f * lambda * (cc * dn + cs * ds + cc * dw + ce * de);
}
