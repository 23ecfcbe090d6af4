// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A benchmark: the whole relaxation is repeated to time it; the inner loop is the work.
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define REPETITIONS 3
static double now(void) { struct timeval tv; gettimeofday(&tv, 0); return tv.tv_sec * 1e3 + tv.tv_usec * 1e-3; }
#define CHECK(x) { cl_int c = (x); if (c) { printf("line %d: %d\n", __LINE__, c); return c; } }

int main(int argc, char **argv)
{
	int n = 500, steps = argc > 1 ? atoi(argv[1]) : 50, i, rep;
	float *start = malloc(n * sizeof *start), *got = malloc(n * sizeof *got), *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
	for (i = 0; i < n; i++) start[i] = a[i] = b[i] = (float)(i % 10);
	cl_platform_id p; cl_device_id d; cl_int e;
	CHECK(clGetPlatformIDs(1, &p, NULL));
	CHECK(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
	cl_context ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &e);
	CHECK(e);
	cl_command_queue q = clCreateCommandQueue(ctx, d, 0, &e);
	CHECK(e);
	char text[2000] = ""; const char *t = text; FILE *f = fopen("axpy.cl", "r");
	if (!f || !fread(text, 1, sizeof text - 1, f)) return 1;
	fclose(f);
	cl_program pr = clCreateProgramWithSource(ctx, 1, &t, NULL, &e);
	CHECK(e);
	CHECK(clBuildProgram(pr, 0, NULL, "", NULL, NULL));
	cl_kernel relax = clCreateKernel(pr, "relax", &e);
	CHECK(e);
	cl_mem m[2];
	m[0] = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(float), NULL, &e);
	m[1] = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(float), NULL, &e);
	CHECK(e);
	CHECK(clSetKernelArg(relax, 2, sizeof n, &n));
	size_t global = 512, local = 64;
	double best = 1e30;
	for (rep = 0; rep < REPETITIONS; rep++) {
		int s;
		CHECK(clEnqueueWriteBuffer(q, m[0], CL_TRUE, 0, n * sizeof(float), start, 0, NULL, NULL));
		double t0 = now();
		for (s = 0; s < steps; s++) {
			CHECK(clSetKernelArg(relax, 0, sizeof(cl_mem), &m[s % 2]));
			CHECK(clSetKernelArg(relax, 1, sizeof(cl_mem), &m[(s + 1) % 2]));
			CHECK(clEnqueueNDRangeKernel(q, relax, 1, NULL, &global, &local, 0, NULL, NULL));
		}
		CHECK(clFinish(q));
		double t1 = now() - t0;
		best = t1 < best ? t1 : best;
		CHECK(clEnqueueReadBuffer(q, m[steps % 2], CL_TRUE, 0, n * sizeof(float), got, 0, NULL, NULL));
	}
	for (rep = 0; rep < steps; rep++) {
		for (i = 1; i < n - 1; i++) b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
		memcpy(a, b, n * sizeof *a);
	}
	float worst = 0;
	for (i = 0; i < n; i++) worst = fmaxf(worst, fabsf(a[i] - got[i]));
	fprintf(stderr, "best of %d: %.3f ms\n", REPETITIONS, best);
	printf("%d steps: %s\n", steps, worst < 1e-4f ? "ok" : "wrong");
	return worst < 1e-4f ? 0 : 1;
}
