/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum phase { EVEN, ODD, CHECK, DONE };

static int cmp(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;
	return (x > y) - (x < y);
}

/* A state machine that sorts: two passes, then every fourth time a look. */
int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], 0, 10) : 101, i;
	long *v = malloc((n + 1) * sizeof *v), *w = malloc((n + 1) * sizeof *w);
	size_t half, full;
	cl_int unsorted = 1, passes = 0, checks = 0;
	enum phase state = n > 0 ? EVEN : DONE;
	cl_platform_id p; cl_device_id d; cl_context c; cl_command_queue q; cl_program g;
	cl_kernel e, o, s; cl_mem a, f;
	char *text = calloc(1, 3000);
	FILE *in = fopen("oddeven.cl", "r");

	if (!in || fread(text, 1, 2999, in) < 10) return 2;
	fclose(in);
	clGetPlatformIDs(1, &p, 0);
	clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0);
	c = clCreateContext(0, 1, &d, 0, 0, 0);
	q = clCreateCommandQueue(c, d, 0, 0);
	g = clCreateProgramWithSource(c, 1, (const char **)&text, 0, 0);
	if (clBuildProgram(g, 1, &d, 0, 0, 0)) return 3;
	e = clCreateKernel(g, "even_pairs", 0);
	o = clCreateKernel(g, "odd_pairs", 0);
	s = clCreateKernel(g, "is_sorted", 0);
	for (i = 0; i < n; i++) v[i] = w[i] = (long)((i * 7919) % 1009) * 10000000000L - 3;
	a = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, (n + 1) * sizeof *v, v, 0);
	f = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof unsorted, 0, 0);
	clSetKernelArg(e, 0, sizeof a, &a); clSetKernelArg(e, 1, sizeof n, &n);
	clSetKernelArg(o, 0, sizeof a, &a); clSetKernelArg(o, 1, sizeof n, &n);
	clSetKernelArg(s, 0, sizeof a, &a); clSetKernelArg(s, 1, sizeof n, &n); clSetKernelArg(s, 2, sizeof f, &f);
	half = (n + 1) / 2; full = n;
	while (state != DONE) {
		switch (state) {
		case EVEN:
			clEnqueueNDRangeKernel(q, e, 1, NULL, &half, NULL, 0, NULL, NULL);
			passes++;
			state = ODD;
			break;
		case ODD:
			clEnqueueNDRangeKernel(q, o, 1, NULL, &half, NULL, 0, NULL, NULL);
			passes++;
			if (passes % 8 != 0) {
				state = EVEN;
				break;
			}
			/* fall through */
		case CHECK:
			unsorted = 0;
			checks++;
			clEnqueueWriteBuffer(q, f, CL_TRUE, 0, sizeof unsorted, &unsorted, 0, NULL, NULL);
			clEnqueueNDRangeKernel(q, s, 1, NULL, &full, NULL, 0, NULL, NULL);
			clEnqueueReadBuffer(q, f, CL_TRUE, 0, sizeof unsorted, &unsorted, 0, NULL, NULL);
			state = unsorted ? EVEN : DONE;
			break;
		default:
			state = DONE;
		}
	}
	clEnqueueReadBuffer(q, a, CL_TRUE, 0, n * sizeof *v + (n == 0), v, 0, NULL, NULL);
	qsort(w, n, sizeof *w, cmp);
	printf("%lu keys, %d passes, %d checks: %s\n", n, passes, checks, memcmp(v, w, n * sizeof *v) ? "NOT SORTED" : "sorted");
	return n && memcmp(v, w, n * sizeof *v) != 0;
}
