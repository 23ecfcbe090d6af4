// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LIMIT -999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <CL/cl.h>
#define BLOCK_SIZE 8

static cl_context context;
static cl_command_queue cmd_queue;
static cl_device_id device;

static int maximum(int a, int b, int c)
{
	int k = a <= b ? b : a;
	return k <= c ? c : k;
}

static int initialize(void)
{
	cl_platform_id platform_id;
	cl_int result = clGetPlatformIDs(1, &platform_id, NULL);
	if (result != CL_SUCCESS) { printf("ERROR: clGetPlatformIDs() failed\n"); return -1; }
	result = clGetDeviceIDs(platform_id, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	if (result != CL_SUCCESS) { printf("ERROR: clGetDeviceIDs() failed\n"); return -1; }
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	if (!context) return -1;
	cmd_queue = clCreateCommandQueue(context, device, 0, NULL);
	return cmd_queue ? 0 : -1;
}

int main(int argc, char **argv)
{
	int max_rows = (argc > 1 ? atoi(argv[1]) : 96) + 1, max_cols = max_rows, penalty = 10, i, j, blk;
	if ((max_rows - 1) % BLOCK_SIZE != 0) { fprintf(stderr, "The dimension must be a multiple of %d\n", BLOCK_SIZE); exit(1); }
	int *reference = malloc(max_rows * max_cols * sizeof(int));
	int *itemsets = calloc(max_rows * max_cols, sizeof(int));
	int *output = malloc(max_rows * max_cols * sizeof(int));
	for (i = 0; i < max_rows * max_cols; i++)
		reference[i] = (i * 73 + (i / max_cols) * 29) % 15 - 4;
	for (i = 1; i < max_rows; i++) itemsets[i * max_cols] = -i * penalty;
	for (j = 1; j < max_cols; j++) itemsets[j] = -j * penalty;

	int sourcesize = 1024 * 8;
	char *source = calloc(sourcesize, sizeof(char));
	FILE *fp = fopen("nw.cl", "rb");
	if (!fp) { printf("ERROR: unable to open 'nw.cl'\n"); return -1; }
	j = fread(source, 1, sourcesize - 1, fp);
	fclose(fp);
	if (initialize()) return -1;
	cl_int err = 0;
	const char *slist[2] = { source, 0 };
	cl_program prog = clCreateProgramWithSource(context, 1, slist, NULL, &err);
	if (err != CL_SUCCESS) { printf("ERROR: clCreateProgramWithSource() => %d\n", err); return -1; }
	char options[64];
	snprintf(options, sizeof options, "-DBLOCK=%d", BLOCK_SIZE);
	err = clBuildProgram(prog, 0, NULL, options, NULL, NULL);
	if (err != CL_SUCCESS) { printf("ERROR: clBuildProgram() => %d\n", err); return -1; }
	char *kernel_nw1 = "nw_upper";
	char *kernel_nw2 = "nw_lower";
	cl_kernel kernel1 = clCreateKernel(prog, kernel_nw1, &err);
	cl_kernel kernel2 = clCreateKernel(prog, kernel_nw2, &err);
	if (err != CL_SUCCESS) { printf("ERROR: clCreateKernel() 0 => %d\n", err); return -1; }
	clReleaseProgram(prog);

	int nworkitems = BLOCK_SIZE, workgroupsize = BLOCK_SIZE;
	size_t size1 = max_rows * max_cols * sizeof(int);
	cl_mem reference_d = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size1, reference, &err);
	cl_mem input_itemsets_d = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size1, itemsets, &err);
	if (err != CL_SUCCESS) { printf("ERROR: clCreateBuffer => %d\n", err); return -1; }

	size_t local_work[3] = { (size_t)((workgroupsize > 0) ? workgroupsize : 1), 1, 1 };
	size_t global_work[3] = { (size_t)nworkitems, 1, 1 };
	int worksize = max_cols - 1;
	int block_width = worksize / BLOCK_SIZE;

	clSetKernelArg(kernel1, 0, sizeof(void *), (void *)&reference_d);
	clSetKernelArg(kernel1, 1, sizeof(void *), (void *)&input_itemsets_d);
	clSetKernelArg(kernel1, 2, sizeof(cl_int) * (BLOCK_SIZE + 1) * (BLOCK_SIZE + 1), (void *)NULL);
	clSetKernelArg(kernel1, 3, sizeof(cl_int) * BLOCK_SIZE * BLOCK_SIZE, (void *)NULL);
	clSetKernelArg(kernel1, 4, sizeof(cl_int), (void *)&max_cols);
	clSetKernelArg(kernel1, 5, sizeof(cl_int), (void *)&penalty);
	clSetKernelArg(kernel1, 7, sizeof(cl_int), (void *)&block_width);
	clSetKernelArg(kernel2, 0, sizeof(void *), (void *)&reference_d);
	clSetKernelArg(kernel2, 1, sizeof(void *), (void *)&input_itemsets_d);
	clSetKernelArg(kernel2, 2, sizeof(cl_int) * (BLOCK_SIZE + 1) * (BLOCK_SIZE + 1), (void *)NULL);
	clSetKernelArg(kernel2, 3, sizeof(cl_int) * BLOCK_SIZE * BLOCK_SIZE, (void *)NULL);
	clSetKernelArg(kernel2, 4, sizeof(cl_int), (void *)&max_cols);
	clSetKernelArg(kernel2, 5, sizeof(cl_int), (void *)&penalty);
	clSetKernelArg(kernel2, 7, sizeof(cl_int), (void *)&block_width);

	for (blk = 1; blk <= worksize / BLOCK_SIZE; blk++) {
		global_work[0] = BLOCK_SIZE * blk;
		clSetKernelArg(kernel1, 6, sizeof(cl_int), (void *)&blk);
		err = clEnqueueNDRangeKernel(cmd_queue, kernel1, 2, NULL, global_work, local_work, 0, 0, 0);
		if (err != CL_SUCCESS) { printf("ERROR: 1  clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }
	}
	clFinish(cmd_queue);
	for (blk = worksize / BLOCK_SIZE - 1; blk >= 1; blk--) {
		global_work[0] = BLOCK_SIZE * blk;
		clSetKernelArg(kernel2, 6, sizeof(cl_int), (void *)&blk);
		err = clEnqueueNDRangeKernel(cmd_queue, kernel2, 2, NULL, global_work, local_work, 0, 0, 0);
		if (err != CL_SUCCESS) { printf("ERROR: 2 clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }
	}
	err = clEnqueueReadBuffer(cmd_queue, input_itemsets_d, 1, 0, size1, output, 0, 0, 0);
	clFinish(cmd_queue);

	int wrong = 0;
	for (i = 1; i < max_rows; i++)
		for (j = 1; j < max_cols; j++)
			itemsets[i * max_cols + j] = maximum(itemsets[(i - 1) * max_cols + j - 1] + reference[i * max_cols + j],
			                                     itemsets[i * max_cols + j - 1] - penalty,
			                                     itemsets[(i - 1) * max_cols + j] - penalty);
	for (i = 0; i < max_rows * max_cols; i++)
		wrong += itemsets[i] != output[i];
	printf("score %d, %d wrong\n", output[max_rows * max_cols - 1], wrong);
	free(reference); free(itemsets); free(output); free(source);
	return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
