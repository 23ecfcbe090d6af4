// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Speckle reducing diffusion: each trip reduces the image to two numbers with a loop of
// launches, reads both, and computes the next parameter on the host.
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_THREADS 64
typedef float fp;

static void fatal_CL(cl_int error, int line_no)
{
	printf("Error in line %d: ", line_no);
	switch (error) {
	case CL_INVALID_VALUE: printf("CL_INVALID_VALUE\n"); break;
	case CL_INVALID_KERNEL_ARGS: printf("CL_INVALID_KERNEL_ARGS\n"); break;
	case CL_INVALID_WORK_GROUP_SIZE: printf("CL_INVALID_WORK_GROUP_SIZE\n"); break;
	default: printf("unknown error %d\n", error);
	}
	exit(error);
}

static void host_srad(fp *img, int nr, int nc, int niter, fp lambda)
{
	int n = nr * nc;
	fp *c = malloc(n * sizeof *c), *next = malloc(n * sizeof *next);
	for (int it = 0; it < niter; it++) {
		double t = 0, t2 = 0;
		for (int i = 0; i < n; i++) { t += img[i]; t2 += (double)img[i] * img[i]; }
		double mean = t / n, var = t2 / n - mean * mean, q0 = var / (mean * mean);
		for (int i = 0; i < n; i++) {
			int r = i % nr, k = i / nr;
			fp j = img[i], dn = img[(r ? r - 1 : 0) + nr * k] - j, ds = img[(r < nr - 1 ? r + 1 : r) + nr * k] - j;
			fp dw = img[r + nr * (k ? k - 1 : 0)] - j, de = img[r + nr * (k < nc - 1 ? k + 1 : k)] - j;
			fp g2 = (dn * dn + ds * ds + dw * dw + de * de) / (j * j), l = (dn + ds + dw + de) / j;
			fp num = 0.5f * g2 - 0.0625f * l * l, den = 1 + 0.25f * l, q = num / (den * den);
			fp v = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
			c[i] = v < 0 ? 0 : v > 1 ? 1 : v;
		}
		for (int i = 0; i < n; i++) {
			int r = i % nr, k = i / nr, s = (r < nr - 1 ? r + 1 : r) + nr * k, e = r + nr * (k < nc - 1 ? k + 1 : k);
			fp j = img[i], dn = img[(r ? r - 1 : 0) + nr * k] - j, dw = img[r + nr * (k ? k - 1 : 0)] - j;
			next[i] = j + 0.25f * lambda * (c[i] * dn + c[s] * (img[s] - j) + c[i] * dw + c[e] * (img[e] - j));
		}
		memcpy(img, next, n * sizeof *img);
	}
	free(c);
	free(next);
}

int main(int argc, char *argv[])
{
	int niter = argc > 1 ? atoi(argv[1]) : 15, Nr = 40, Nc = 33;
	long Ne = (long)Nr * Nc;
	fp lambda = 0.5f;
	fp *image = malloc(Ne * sizeof(fp)), *result = malloc(Ne * sizeof(fp));
	for (long i = 0; i < Ne; i++) image[i] = (fp)exp(((i * 1103) % 97) / 255.0);

	cl_int error;
	cl_platform_id platform; cl_device_id device;
	error = clGetPlatformIDs(1, &platform, NULL);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_command_queue command_queue = clCreateCommandQueue(context, device, 0, &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	char *source = calloc(1, 10000);
	FILE *f = fopen("srad.cl", "rb");
	if (!f) return 1;
	size_t sourceSize = fread(source, 1, 9999, f);
	fclose(f);
	cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, &sourceSize, &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	error = clBuildProgram(program, 1, &device, "", NULL, NULL);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_kernel prepare_kernel = clCreateKernel(program, "prepare", &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_kernel reduce_kernel = clCreateKernel(program, "reduce", &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_kernel srad_kernel = clCreateKernel(program, "diffuse", &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	cl_kernel srad2_kernel = clCreateKernel(program, "update", &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);

	size_t mem_size = sizeof(fp) * Ne;
	cl_mem d_I = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, mem_size, image, &error);
	cl_mem d_old = clCreateBuffer(context, CL_MEM_READ_WRITE, mem_size, NULL, &error);
	cl_mem d_c = clCreateBuffer(context, CL_MEM_READ_WRITE, mem_size, NULL, &error);
	cl_mem d_div = clCreateBuffer(context, CL_MEM_READ_WRITE, mem_size, NULL, &error);
	cl_mem d_sums = clCreateBuffer(context, CL_MEM_READ_WRITE, mem_size, NULL, &error);
	cl_mem d_sums2 = clCreateBuffer(context, CL_MEM_READ_WRITE, mem_size, NULL, &error);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);

	size_t local_work_size[1] = { NUMBER_THREADS };
	size_t global_work_size[1] = { (size_t)((Ne + NUMBER_THREADS - 1) / NUMBER_THREADS) * NUMBER_THREADS };
	size_t global_work_size2[1];
	int iter, no, mul, blocks2_x;
	fp total, total2, meanROI, meanROI2, varROI, q0sqr = 0;

	error = clSetKernelArg(prepare_kernel, 0, sizeof(long), (void *)&Ne);
	error |= clSetKernelArg(prepare_kernel, 1, sizeof(cl_mem), (void *)&d_I);
	error |= clSetKernelArg(prepare_kernel, 2, sizeof(cl_mem), (void *)&d_sums);
	error |= clSetKernelArg(prepare_kernel, 3, sizeof(cl_mem), (void *)&d_sums2);
	error |= clSetKernelArg(reduce_kernel, 0, sizeof(long), (void *)&Ne);
	error |= clSetKernelArg(reduce_kernel, 3, sizeof(cl_mem), (void *)&d_sums);
	error |= clSetKernelArg(reduce_kernel, 4, sizeof(cl_mem), (void *)&d_sums2);
	error |= clSetKernelArg(srad_kernel, 0, sizeof(int), (void *)&Nr);
	error |= clSetKernelArg(srad_kernel, 1, sizeof(int), (void *)&Nc);
	error |= clSetKernelArg(srad_kernel, 2, sizeof(cl_mem), (void *)&d_old);
	error |= clSetKernelArg(srad_kernel, 3, sizeof(cl_mem), (void *)&d_c);
	error |= clSetKernelArg(srad_kernel, 4, sizeof(cl_mem), (void *)&d_div);
	error |= clSetKernelArg(srad2_kernel, 0, sizeof(int), (void *)&Nr);
	error |= clSetKernelArg(srad2_kernel, 1, sizeof(int), (void *)&Nc);
	error |= clSetKernelArg(srad2_kernel, 2, sizeof(fp), (void *)&lambda);
	error |= clSetKernelArg(srad2_kernel, 3, sizeof(cl_mem), (void *)&d_I);
	error |= clSetKernelArg(srad2_kernel, 4, sizeof(cl_mem), (void *)&d_c);
	error |= clSetKernelArg(srad2_kernel, 5, sizeof(cl_mem), (void *)&d_old);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);

	for (iter = 0; iter < niter; iter++) {
		error = clEnqueueCopyBuffer(command_queue, d_I, d_old, 0, 0, mem_size, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		error = clEnqueueNDRangeKernel(command_queue, prepare_kernel, 1, NULL, global_work_size, local_work_size, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		blocks2_x = global_work_size[0] / NUMBER_THREADS;
		global_work_size2[0] = global_work_size[0];
		no = Ne;
		mul = 1;
		while (blocks2_x != 0) {
			error = clSetKernelArg(reduce_kernel, 1, sizeof(int), (void *)&no);
			if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
			error = clSetKernelArg(reduce_kernel, 2, sizeof(int), (void *)&mul);
			if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
			error = clEnqueueNDRangeKernel(command_queue, reduce_kernel, 1, NULL, global_work_size2, local_work_size, 0, NULL, NULL);
			if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
			no = blocks2_x;
			if (blocks2_x == 1) {
				blocks2_x = 0;
			} else {
				mul = mul * NUMBER_THREADS;
				blocks2_x = (blocks2_x + NUMBER_THREADS - 1) / NUMBER_THREADS;
				global_work_size2[0] = blocks2_x * NUMBER_THREADS;
			}
		}
		error = clEnqueueReadBuffer(command_queue, d_sums, CL_TRUE, 0, sizeof(fp), &total, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		error = clEnqueueReadBuffer(command_queue, d_sums2, CL_TRUE, 0, sizeof(fp), &total2, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		meanROI = total / (fp)Ne;
		meanROI2 = meanROI * meanROI;
		varROI = (total2 / (fp)Ne) - meanROI2;
		q0sqr = varROI / meanROI2;
		error = clSetKernelArg(srad_kernel, 5, sizeof(fp), (void *)&q0sqr);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		error = clEnqueueNDRangeKernel(command_queue, srad_kernel, 1, NULL, global_work_size, local_work_size, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
		error = clEnqueueNDRangeKernel(command_queue, srad2_kernel, 1, NULL, global_work_size, local_work_size, 0, NULL, NULL);
		if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	}
	error = clEnqueueReadBuffer(command_queue, d_I, CL_TRUE, 0, mem_size, result, 0, NULL, NULL);
	if (error != CL_SUCCESS) fatal_CL(error, __LINE__);
	host_srad(image, Nr, Nc, niter, lambda);
	double worst = 0;
	for (long i = 0; i < Ne; i++) worst = fmax(worst, fabs(result[i] - image[i]));
	printf("%d iterations, %s\n", niter, worst < 1e-3 ? "images agree" : "images differ");
	return worst < 1e-3 ? 0 : 1;
}
