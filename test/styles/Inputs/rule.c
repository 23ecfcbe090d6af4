/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <CL/cl.h>

typedef unsigned char u8;
typedef unsigned short u16;

/* returns 0 when generation `want` was reached, 1 when the row died before */
static int grow(cl_command_queue q, cl_kernel evolve, cl_kernel pop, cl_mem row[2], cl_mem count,
                unsigned width, unsigned *generation, unsigned want, u16 *cells)
{
	size_t items = width, group = 1;
	u8 rule = 110;
	cl_int e;

	e = clSetKernelArg(evolve, 0, sizeof(cl_mem), &row[0]);
	e |= clSetKernelArg(evolve, 1, sizeof(cl_mem), &row[1]);
	e |= clSetKernelArg(evolve, 3, sizeof width, &width);
	e |= clSetKernelArg(pop, 1, sizeof width, &width);
	e |= clSetKernelArg(pop, 2, sizeof(cl_mem), &count);
	if (e)
		return e;
	for (;;) {
		u8 odd = *generation & 1;
		if (*generation >= want)
			return 0;
		rule = *generation % 10 == 9 ? 30 : 110;
		clSetKernelArg(evolve, 2, 1, &rule);
		clSetKernelArg(evolve, 4, 1, &odd);
		if ((e = clEnqueueNDRangeKernel(q, evolve, 1, NULL, &items, NULL, 0, NULL, NULL)) != CL_SUCCESS)
			return e;
		++*generation;
		clSetKernelArg(pop, 0, sizeof(cl_mem), odd ? &row[0] : &row[1]);
		if ((e = clEnqueueTask(q, pop, 0, NULL, NULL)) != CL_SUCCESS)
			return e;
		clEnqueueReadBuffer(q, count, CL_TRUE, 0, sizeof *cells, cells, 0, NULL, NULL);
		if (*cells == 0)
			return 1;
		(void)group;
	}
}

int main(int argc, char **argv)
{
	unsigned width = argc > 1 ? atoi(argv[1]) : 90, want = argc > 2 ? atoi(argv[2]) : 35, g = 0, i, k;
	u8 *a = calloc(width, 1), *b = calloc(width, 1), *got = calloc(width, 1), *t;
	u16 cells = 999, ref = 999;
	int rc, refrc = 0;
	cl_platform_id p; cl_device_id d;
	char src[3000]; const char *s = src;
	FILE *f = fopen("rule.cl", "r");
	if (!f) return 9;
	src[fread(src, 1, 2999, f)] = 0;
	if (clGetPlatformIDs(1, &p, NULL) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL)) return 9;
	cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
	cl_command_queue q = clCreateCommandQueue(c, d, 0, NULL);
	cl_program pr = clCreateProgramWithSource(c, 1, &s, NULL, NULL);
	if (clBuildProgram(pr, 1, &d, NULL, NULL, NULL)) return 9;
	cl_kernel ev = clCreateKernel(pr, "evolve", NULL), po = clCreateKernel(pr, "population", NULL);
	if (width > 1) a[width - 2] = 1;
	cl_mem row[2] = { clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, width, a, NULL), clCreateBuffer(c, 0, width, NULL, NULL) };
	cl_mem count = clCreateBuffer(c, 0, sizeof cells, NULL, NULL);
	rc = grow(q, ev, po, row, count, width, &g, want, &cells);
	for (i = 0; i < want; i++) {
		u8 rule = i % 10 == 9 ? 30 : 110;
		ref = 0;
		for (k = 0; k < width; k++) {
			u8 l = a[k ? k - 1 : width - 1], m = a[k], r = a[k + 1 == width ? 0 : k + 1];
			b[k] = (rule >> (l << 2 | m << 1 | r)) & 1;
			ref += b[k];
		}
		t = a; a = b; b = t;
		if (!ref) { refrc = 1; i++; break; }
	}
	clEnqueueReadBuffer(q, row[g & 1], CL_TRUE, 0, width, got, 0, NULL, NULL);
	rc = rc != refrc || g != i || cells != ref || memcmp(got, a, width);
	printf("%u cells, generation %u, %u alive: %s\n", width, g, cells, rc ? "WRONG" : "ok");
	return rc;
}
