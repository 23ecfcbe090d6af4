// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Abelian sandpile; says every 32 rounds how many piles still topple.
#include <CL/cl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void panic(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	exit(70);
}

#define cl(call) do { int rc__ = cl##call; if (rc__ != 0) panic("cl%s: %d\n", #call, rc__); } while (0)

struct gpu { cl_context ctx; cl_command_queue q; cl_program prog; cl_kernel topple; };

static struct gpu open_gpu(void)
{
	struct gpu g;
	cl_platform_id p;
	cl_device_id d;
	cl(GetPlatformIDs(1, &p, 0));
	cl(GetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0));
	g.ctx = clCreateContext(0, 1, &d, 0, 0, 0);
	g.q = clCreateCommandQueue(g.ctx, d, 0, 0);
	char text[2048];
	FILE *f = fopen("sandpile.cl", "r");
	if (!f) panic("no kernel file\n");
	size_t n = fread(text, 1, sizeof text, f);
	fclose(f);
	const char *t = text;
	g.prog = clCreateProgramWithSource(g.ctx, 1, &t, &n, 0);
	cl(BuildProgram(g.prog, 1, &d, 0, 0, 0));
	g.topple = clCreateKernel(g.prog, "topple", 0);
	return g;
}

int main(int argc, char **argv)
{
	int n = 33, sand = argc > 1 ? atoi(argv[1]) : 1500, unstable = 1, round = 0;
	int *grid = calloc(n * n, sizeof(int)), *ref = calloc(n * n, sizeof(int)), *tmp = calloc(n * n, sizeof(int));
	grid[n / 2 * n + n / 2] = ref[n / 2 * n + n / 2] = sand;
	struct gpu g = open_gpu();
	cl_mem buf[2], count;
	buf[0] = clCreateBuffer(g.ctx, CL_MEM_COPY_HOST_PTR, n * n * sizeof(int), grid, 0);
	buf[1] = clCreateBuffer(g.ctx, CL_MEM_READ_WRITE, n * n * sizeof(int), 0, 0);
	count = clCreateBuffer(g.ctx, CL_MEM_READ_WRITE, sizeof(int), 0, 0);
	size_t gs[2] = { 40, 40 }, ls[2] = { 8, 8 };
	for (round = 0; unstable; round++) {
		unstable = 0;
		cl(EnqueueWriteBuffer(g.q, count, CL_TRUE, 0, sizeof unstable, &unstable, 0, 0, 0));
		cl(SetKernelArg(g.topple, 0, sizeof(cl_mem), &buf[round & 1]));
		cl(SetKernelArg(g.topple, 1, sizeof(cl_mem), &buf[~round & 1]));
		cl(SetKernelArg(g.topple, 2, sizeof n, &n));
		cl(SetKernelArg(g.topple, 3, sizeof count, &count));
		cl(EnqueueNDRangeKernel(g.q, g.topple, 2, 0, gs, ls, 0, 0, 0));
		cl(EnqueueReadBuffer(g.q, count, CL_TRUE, 0, sizeof unstable, &unstable, 0, 0, 0));
		if (round % 32 == 0)
			printf("round %d: %d unstable\n", round, unstable);
	}
	cl(EnqueueReadBuffer(g.q, buf[round & 1], CL_TRUE, 0, n * n * sizeof(int), grid, 0, 0, 0));
	int rounds = 0, again = 1;
	for (; again; rounds++) {
		again = 0;
		for (int i = 0; i < n * n; i++) {
			int x = i % n, y = i / n;
			tmp[i] = (ref[i] & 3) + (x ? ref[i - 1] >> 2 : 0) + (y ? ref[i - n] >> 2 : 0) + (x + 1 < n ? ref[i + 1] >> 2 : 0) + (y + 1 < n ? ref[i + n] >> 2 : 0);
			again += tmp[i] > 3;
		}
		int *t = ref; ref = tmp; tmp = t;
	}
	int bad = round != rounds || memcmp(grid, ref, n * n * sizeof(int));
	printf("%d rounds, %s\n", round, bad ? "WRONG" : "stable as on the host");
	return bad;
}
