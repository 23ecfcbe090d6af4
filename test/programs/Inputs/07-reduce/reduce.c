// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tree reduction: each pass leaves one number per work-group, until there is one number.
#include <stdio.h>
#include <stdlib.h>
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define CHK(e) if ((e) != CL_SUCCESS) return fprintf(stderr, "line %d: %s\n", __LINE__, #e), 1

static const char src_path[] = "reduce.cl";

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? strtoul(argv[1], 0, 0) : 70001;
	int *data = malloc(n * sizeof *data), total = 0, check = 0;
	for (unsigned i = 0; i < n; i++)
		check += data[i] = (int)(i * 2654435761u >> 20) - 1000;

	cl_platform_id p;
	cl_device_id d;
	cl_int e;
	CHK(clGetPlatformIDs(1, &p, 0));
	CHK(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0));
	cl_context c = clCreateContext(0, 1, &d, 0, 0, &e);
	CHK(e);
	cl_command_queue q = clCreateCommandQueue(c, d, CL_QUEUE_PROFILING_ENABLE, &e);
	CHK(e);
	char text[2048] = {0};
	FILE *f = fopen(src_path, "r");
	if (!f || !fread(text, 1, sizeof text - 1, f))
		return 1;
	fclose(f);
	const char *lines = text;
	cl_program prg = clCreateProgramWithSource(c, 1, &lines, 0, &e);
	CHK(e);
	CHK(clBuildProgram(prg, 0, 0, "", 0, 0));
	cl_kernel k = clCreateKernel(prg, "reduce_pass", &e);
	CHK(e);
	cl_mem in = clCreateBuffer(c, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * sizeof(int), data, &e);
	CHK(e);
	cl_mem out = clCreateBuffer(c, CL_MEM_READ_WRITE, n * sizeof(int), 0, &e);
	CHK(e);

	const size_t wg = 32;
	unsigned left = n, passes = 0;
	while (left > 1) {
		size_t global = ((left + wg - 1) / wg) * wg;
		CHK(clSetKernelArg(k, 0, sizeof in, &in));
		CHK(clSetKernelArg(k, 1, sizeof out, &out));
		CHK(clSetKernelArg(k, 2, sizeof left, &left));
		CHK(clSetKernelArg(k, 3, wg * sizeof(int), 0));
		CHK(clEnqueueNDRangeKernel(q, k, 1, 0, &global, &wg, 0, 0, 0));
		left = global / wg;
		cl_mem t = in;
		in = out;
		out = t;
		passes++;
	}
	CHK(clEnqueueReadBuffer(q, in, CL_TRUE, 0, sizeof total, &total, 0, 0, 0));
	printf("%u numbers, %u passes: %d %s %d\n", n, passes, total, total == check ? "==" : "!=", check);
	return total != check;
}
