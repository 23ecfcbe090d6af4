// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flood fill whose launches are as large as the last frontier.
#define _POSIX_C_SOURCE 200809L
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUND_UP(n, k) (((n) + (k) - 1) / (k) * (k))

static void need(int cond, const char *msg) { if (!cond) { fputs(msg, stderr); fputc('\n', stderr); exit(99); } }

int main(int argc, char **argv)
{
	int width = 60, height = 50, seed = argc > 1 ? atoi(argv[1]) : 0, area = 0, rounds = 0, i;
	size_t pixels = (size_t)width * height;
	uint8_t *image = malloc(pixels);
	int *region = calloc(pixels, sizeof *region), *expect = calloc(pixels, sizeof *expect), *stack = malloc(pixels * sizeof *stack);
	for (i = 0; i < (int)pixels; i++)
		image[i] = (i % width) % 7 == 3 && (i / width) % 9 != 2;
	need(seed >= 0 && seed < (int)pixels, "seed outside");

	cl_platform_id platform; cl_device_id device; cl_int rc;
	need(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS, "platform");
	need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS, "device");
	cl_context ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &rc);
	need(rc == CL_SUCCESS, "context");
	cl_command_queue queue = clCreateCommandQueue(ctx, device, 0, &rc);
	need(rc == CL_SUCCESS, "queue");
	char code[4096] = "";
	FILE *file = fopen("worklist.cl", "r");
	need(file != NULL && fread(code, 1, sizeof code - 1, file) > 0, "worklist.cl");
	fclose(file);
	const char *codes = code;
	cl_program program = clCreateProgramWithSource(ctx, 1, &codes, NULL, &rc);
	need(clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS, "build");
	cl_kernel spread = clCreateKernel(program, "spread", &rc);
	need(rc == CL_SUCCESS, "kernel");
	region[seed] = 1;
	cl_mem image_d = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, pixels, image, &rc);
	cl_mem region_d = clCreateBuffer(ctx, CL_MEM_COPY_HOST_PTR, pixels * sizeof(int), region, &rc);
	cl_mem in_d = clCreateBuffer(ctx, CL_MEM_READ_WRITE, pixels * sizeof(int), NULL, &rc);
	cl_mem out_d = clCreateBuffer(ctx, CL_MEM_READ_WRITE, pixels * sizeof(int), NULL, &rc);
	cl_mem count_d = clCreateBuffer(ctx, CL_MEM_READ_WRITE, sizeof(int), NULL, &rc);
	need(rc == CL_SUCCESS, "buffers");
	clEnqueueWriteBuffer(queue, in_d, CL_TRUE, 0, sizeof(int), &seed, 0, NULL, NULL);

	struct timespec t0, t1;
	clock_gettime(CLOCK_MONOTONIC, &t0);
	int count = 1;
	const int zero = 0;
	while (count > 0) {
		area += count;
		rounds++;
		clSetKernelArg(spread, 0, sizeof(cl_mem), &image_d);
		clSetKernelArg(spread, 1, sizeof(cl_mem), &region_d);
		clSetKernelArg(spread, 2, sizeof(int), &width);
		clSetKernelArg(spread, 3, sizeof(int), &height);
		clSetKernelArg(spread, 4, sizeof(cl_mem), &in_d);
		clSetKernelArg(spread, 5, sizeof(int), &count);
		clSetKernelArg(spread, 6, sizeof(cl_mem), &out_d);
		clSetKernelArg(spread, 7, sizeof(cl_mem), &count_d);
		size_t local = 16, global = ROUND_UP((size_t)count, local);
		rc = clEnqueueWriteBuffer(queue, count_d, CL_TRUE, 0, sizeof(int), &zero, 0, NULL, NULL);
		need(rc == CL_SUCCESS, "write");
		rc = clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, &local, 0, NULL, NULL);
		need(rc == CL_SUCCESS, "launch");
		rc = clEnqueueReadBuffer(queue, count_d, CL_TRUE, 0, sizeof(int), &count, 0, NULL, NULL);
		need(rc == CL_SUCCESS, "read");
		cl_mem other = in_d;
		in_d = out_d;
		out_d = other;
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "%.3f ms\n", (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_nsec - t0.tv_nsec) / 1e6);
	clEnqueueReadBuffer(queue, region_d, CL_TRUE, 0, pixels * sizeof(int), region, 0, NULL, NULL);

	int top = 0;
	expect[seed] = 1;
	stack[top++] = seed;
	while (top) {
		int at = stack[--top], x = at % width, y = at / width;
		int near[4] = { x ? at - 1 : at, x < width - 1 ? at + 1 : at, y ? at - width : at, y < height - 1 ? at + width : at };
		for (i = 0; i < 4; i++)
			if (!expect[near[i]] && image[near[i]] == image[at]) {
				expect[near[i]] = 1;
				stack[top++] = near[i];
			}
	}
	int same = memcmp(region, expect, pixels * sizeof(int)) == 0;
	printf("area %d in %d rounds: %s\n", area, rounds, same ? "correct" : "incorrect");
	return !same;
}
