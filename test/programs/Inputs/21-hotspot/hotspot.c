// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BLOCK_SIZE 16
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
#define CHECK_OR_EXIT(e) if (e) { printf("%s:%d error %d\n", __FILE__, __LINE__, (int)e); exit(1); }

static cl_device_id device;
static cl_context context;
static cl_command_queue command_queue;
static cl_kernel kernel;

/* Returns which of the two temperature buffers holds the result. */
int compute_tran_temp(cl_mem MatrixPower, cl_mem MatrixTemp[2], int col, int row, int total_iterations,
                      int num_iterations, int blockCols, int blockRows, int borderCols, int borderRows)
{
	float Cap = 0.1f, Rx = 0.3f, Ry = 0.2f, Rz = 0.05f;
	int t;
	int src = 0, dst = 1;
	cl_int error;

	size_t global_work_size[2];
	global_work_size[0] = BLOCK_SIZE * blockCols;
	global_work_size[1] = BLOCK_SIZE * blockRows;
	size_t local_work_size[2];
	local_work_size[0] = BLOCK_SIZE;
	local_work_size[1] = BLOCK_SIZE;
	(void)borderRows;

	for (t = 0; t < total_iterations; t += num_iterations) {
		int iter = MIN(num_iterations, total_iterations - t);
		clSetKernelArg(kernel, 0, sizeof(int), (void *)&iter);
		clSetKernelArg(kernel, 1, sizeof(cl_mem), (void *)&MatrixPower);
		clSetKernelArg(kernel, 2, sizeof(cl_mem), (void *)&MatrixTemp[src]);
		clSetKernelArg(kernel, 3, sizeof(cl_mem), (void *)&MatrixTemp[dst]);
		clSetKernelArg(kernel, 4, sizeof(int), (void *)&col);
		clSetKernelArg(kernel, 5, sizeof(int), (void *)&row);
		clSetKernelArg(kernel, 6, sizeof(int), (void *)&borderCols);
		clSetKernelArg(kernel, 7, sizeof(float), (void *)&Cap);
		clSetKernelArg(kernel, 8, sizeof(float), (void *)&Rx);
		clSetKernelArg(kernel, 9, sizeof(float), (void *)&Ry);
		clSetKernelArg(kernel, 10, sizeof(float), (void *)&Rz);
		error = clEnqueueNDRangeKernel(command_queue, kernel, 2, NULL, global_work_size, local_work_size, 0, NULL, NULL);
		CHECK_OR_EXIT(error);
		error = clFlush(command_queue);
		CHECK_OR_EXIT(error);
		src = 1 - src;
		dst = 1 - dst;
	}
	clFinish(command_queue);
	return src;
}

int main(int argc, char **argv)
{
	int rows = 45, cols = 52, total = argc > 1 ? atoi(argv[1]) : 23, pyramid = argc > 2 ? atoi(argv[2]) : 3;
	/* the last trip may be shorter, the blocks stay: a border that is too wide is harmless only if every trip has the same height */
	int border = pyramid, small = BLOCK_SIZE - 2 * pyramid;
	int blockCols = (cols + small - 1) / small, blockRows = (rows + small - 1) / small, size = rows * cols, i;
	total = total / pyramid * pyramid;
	float *temp = malloc(size * sizeof(float)), *power = malloc(size * sizeof(float)), *other = malloc(size * sizeof(float));
	float *got = malloc(size * sizeof(float));
	for (i = 0; i < size; i++) { temp[i] = 320.0f + (i * 13) % 29; power[i] = 0.01f * ((i * 7) % 17); }
	cl_platform_id platform;
	cl_int error = clGetPlatformIDs(1, &platform, NULL);
	CHECK_OR_EXIT(error);
	error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	CHECK_OR_EXIT(error);
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK_OR_EXIT(error);
	command_queue = clCreateCommandQueue(context, device, 0, &error);
	CHECK_OR_EXIT(error);
	FILE *fp = fopen("hotspot.cl", "r");
	if (!fp) return 1;
	fseek(fp, 0, SEEK_END);
	size_t n = ftell(fp);
	fseek(fp, 0, SEEK_SET);
	char *text = malloc(n + 1);
	n = fread(text, 1, n, fp);
	text[n] = 0;
	const char *const_text = text;
	cl_program program = clCreateProgramWithSource(context, 1, &const_text, &n, &error);
	CHECK_OR_EXIT(error);
	error = clBuildProgram(program, 1, &device, "-D BLOCK_SIZE=16", NULL, NULL);
	CHECK_OR_EXIT(error);
	kernel = clCreateKernel(program, "hotspot", &error);
	CHECK_OR_EXIT(error);
	cl_mem MatrixTemp[2];
	MatrixTemp[0] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(float) * size, temp, &error);
	CHECK_OR_EXIT(error);
	MatrixTemp[1] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(float) * size, NULL, &error);
	CHECK_OR_EXIT(error);
	cl_mem MatrixPower = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(float) * size, power, &error);
	CHECK_OR_EXIT(error);
	int ret = compute_tran_temp(MatrixPower, MatrixTemp, cols, rows, total, pyramid, blockCols, blockRows, border, border);
	error = clEnqueueReadBuffer(command_queue, MatrixTemp[ret], CL_TRUE, 0, sizeof(float) * size, got, 0, NULL, NULL);
	CHECK_OR_EXIT(error);
	for (int t = 0; t < total; t++) {
		for (int y = 0; y < rows; y++)
			for (int x = 0; x < cols; x++) {
				float c = temp[y * cols + x], nn = temp[(y ? y - 1 : 0) * cols + x], ss = temp[(y < rows - 1 ? y + 1 : y) * cols + x];
				float ww = temp[y * cols + (x ? x - 1 : 0)], ee = temp[y * cols + (x < cols - 1 ? x + 1 : x)];
				other[y * cols + x] = c + 0.1f * (power[y * cols + x] + (ss + nn - 2 * c) * 0.2f + (ee + ww - 2 * c) * 0.3f + (80 - c) * 0.05f);
			}
		float *swap = temp; temp = other; other = swap;
	}
	float worst = 0;
	for (i = 0; i < size; i++) worst = fmaxf(worst, fabsf(temp[i] - got[i]));
	printf("%d steps of %d, result in buffer %d: %s\n", total, pyramid, ret, worst < 0.01f ? "ok" : "wrong");
	return worst < 0.01f ? 0 : 1;
}
