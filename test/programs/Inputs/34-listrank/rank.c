// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { cl_int next, rank; } cell_t;

static int run(cl_device_id device, const char *text, cell_t *list, int n)
{
	cl_int err;
	int span, ret = -EIO;
	cl_context ctx = NULL;
	cl_command_queue q = NULL;
	cl_program prog = NULL;
	cl_kernel hop = NULL;
	cl_mem cur = NULL, nxt = NULL;
	cl_event done;
	size_t gsz = ((size_t)n + 31) & ~(size_t)31, lsz = 32;

	ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
	if (err)
		goto out;
	q = clCreateCommandQueue(ctx, device, CL_QUEUE_PROFILING_ENABLE, &err);
	if (err)
		goto put_ctx;
	prog = clCreateProgramWithSource(ctx, 1, &text, NULL, &err);
	if (err)
		goto put_queue;
	err = clBuildProgram(prog, 1, &device, "-Werror", NULL, NULL);
	if (err)
		goto put_prog;
	hop = clCreateKernel(prog, "hop", &err);
	if (err)
		goto put_prog;
	cur = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, n * sizeof(*list), list, &err);
	if (err)
		goto put_kernel;
	nxt = clCreateBuffer(ctx, CL_MEM_READ_WRITE, n * sizeof(*list), NULL, &err);
	if (err)
		goto put_cur;

	for (span = 1; span < n; span <<= 1) {
		cl_mem t;
		err = clSetKernelArg(hop, 0, sizeof(cur), &cur);
		if (err)
			goto put_nxt;
		err = clSetKernelArg(hop, 1, sizeof(nxt), &nxt);
		if (err)
			goto put_nxt;
		err = clSetKernelArg(hop, 2, sizeof(n), &n);
		if (err)
			goto put_nxt;
		err = clEnqueueNDRangeKernel(q, hop, 1, NULL, &gsz, &lsz, 0, NULL, &done);
		if (err)
			goto put_nxt;
		err = clWaitForEvents(1, &done);
		clReleaseEvent(done);
		if (err)
			goto put_nxt;
		t = cur;
		cur = nxt;
		nxt = t;
	}
	err = clEnqueueReadBuffer(q, cur, CL_TRUE, 0, n * sizeof(*list), list, 0, NULL, NULL);
	if (!err)
		ret = 0;
put_nxt:
	clReleaseMemObject(nxt);
put_cur:
	clReleaseMemObject(cur);
put_kernel:
	clReleaseKernel(hop);
put_prog:
	clReleaseProgram(prog);
put_queue:
	clReleaseCommandQueue(q);
put_ctx:
	clReleaseContext(ctx);
out:
	if (err)
		fprintf(stderr, "OpenCL error %d\n", err);
	return ret;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000, i, bad = 0, at, step = 389;
	cell_t *list = malloc(n * sizeof(*list));
	int *order = malloc(n * sizeof(*order));
	cl_platform_id plat;
	cl_device_id dev;
	char text[2048] = "";
	FILE *f = fopen("rank.cl", "r");

	if (!f || !fread(text, 1, sizeof(text) - 1, f))
		return 1;
	fclose(f);
	/* order[k] is the k-th cell of the list; the last one points to itself */
	while (n % step == 0)
		step++;
	for (i = 0, at = 0; i < n; i++, at = (at + step) % n)
		order[i] = at;
	for (i = 0; i < n; i++) {
		list[order[i]].next = i + 1 < n ? order[i + 1] : order[i];
		list[order[i]].rank = i + 1 < n;
	}
	if (clGetPlatformIDs(1, &plat, NULL) || clGetDeviceIDs(plat, CL_DEVICE_TYPE_ALL, 1, &dev, NULL))
		return 1;
	if (run(dev, text, list, n))
		return 1;
	for (i = 0; i < n; i++)
		bad += list[order[i]].rank != n - 1 - i;
	printf("%d cells, %d bad\n", n, bad);
	return bad != 0;
}
