// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocked LU decomposition; the last diagonal block is done after the loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <sys/time.h>
#include <string>
#include <CL/cl.h>

#define BLOCK_SIZE 8

static cl_context        context;
static cl_command_queue  cmd_queue;
static cl_device_id      device_list[1];
static cl_int            num_devices = 1;

static double gettime()
{
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec * 1e-6;
}

static int initialize(int use_gpu)
{
  cl_platform_id platform;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS) { printf("ERROR: clGetPlatformIDs() failed\n"); return -1; }
  cl_device_type type = use_gpu ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_ALL;
  if (clGetDeviceIDs(platform, type, num_devices, device_list, NULL) != CL_SUCCESS) { printf("ERROR: clGetDeviceIDs() failed\n"); return -1; }
  context = clCreateContext(NULL, 1, device_list, NULL, NULL, NULL);
  cmd_queue = clCreateCommandQueue(context, device_list[0], 0, NULL);
  return context && cmd_queue ? 0 : -1;
}

int main(int argc, char *argv[])
{
  int matrix_dim = argc > 1 ? atoi(argv[1]) : 64;
  if (matrix_dim % BLOCK_SIZE) { fprintf(stderr, "size must be a multiple of %d\n", BLOCK_SIZE); return 2; }
  float *m = (float *)malloc(matrix_dim * matrix_dim * sizeof(float));
  float *mm = (float *)malloc(matrix_dim * matrix_dim * sizeof(float));
  for (int i = 0; i < matrix_dim; i++)
    for (int j = 0; j < matrix_dim; j++)
      m[i * matrix_dim + j] = i == j ? matrix_dim : (float)((i * 3 + j * 5) % 7) / 7.0f;
  memcpy(mm, m, matrix_dim * matrix_dim * sizeof(float));

  char *source = (char *)calloc(1 << 14, sizeof(char));
  const char *tempchar = "./lud.cl";
  FILE *fp = fopen(tempchar, "rb");
  if (!fp) { printf("ERROR: unable to open '%s'\n", tempchar); return -1; }
  if (fread(source + strlen(source), (1 << 14) - 1, 1, fp) > 1) return -1;
  fclose(fp);
  if (initialize(0)) return -1;

  cl_int err = 0;
  const char *slist[2] = { source, 0 };
  cl_program prog = clCreateProgramWithSource(context, 1, slist, NULL, &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateProgramWithSource() => %d\n", err); return -1; }
  char clOptions[110];
  sprintf(clOptions, "-DBS=%d", BLOCK_SIZE);
  err = clBuildProgram(prog, 1, device_list, clOptions, NULL, NULL);
  if (err != CL_SUCCESS) { printf("ERROR: clBuildProgram() => %d\n", err); return -1; }
  cl_kernel diagonal = clCreateKernel(prog, "lud_diagonal", &err);
  cl_kernel perimeter = clCreateKernel(prog, "lud_perimeter", &err);
  cl_kernel internal = clCreateKernel(prog, "lud_internal", &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateKernel() 0 => %d\n", err); return -1; }
  clReleaseProgram(prog);

  cl_mem d_m = clCreateBuffer(context, CL_MEM_READ_WRITE, matrix_dim * matrix_dim * sizeof(float), NULL, &err);
  if (err != CL_SUCCESS) { printf("ERROR: clCreateBuffer d_m => %d\n", err); return -1; }
  err = clEnqueueWriteBuffer(cmd_queue, d_m, 1, 0, matrix_dim * matrix_dim * sizeof(float), m, 0, 0, 0);
  if (err != CL_SUCCESS) { printf("ERROR: clEnqueueWriteBuffer d_m => %d\n", err); return -1; }

  double t0 = gettime();
  int i = 0;
  for (i = 0; i < matrix_dim - BLOCK_SIZE; i += BLOCK_SIZE) {
    clSetKernelArg(diagonal, 0, sizeof(void *), (void *)&d_m);
    clSetKernelArg(diagonal, 1, sizeof(cl_int), (void *)&matrix_dim);
    clSetKernelArg(diagonal, 2, sizeof(cl_int), (void *)&i);
    size_t global_work1[3] = { BLOCK_SIZE, 1, 1 };
    size_t local_work1[3] = { BLOCK_SIZE, 1, 1 };
    err = clEnqueueNDRangeKernel(cmd_queue, diagonal, 1, NULL, global_work1, local_work1, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR:  diagonal clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }

    clSetKernelArg(perimeter, 0, sizeof(void *), (void *)&d_m);
    clSetKernelArg(perimeter, 1, sizeof(cl_int), (void *)&matrix_dim);
    clSetKernelArg(perimeter, 2, sizeof(cl_int), (void *)&i);
    size_t global_work2[3] = { (size_t)BLOCK_SIZE * 2 * ((matrix_dim - i) / BLOCK_SIZE - 1), 1, 1 };
    size_t local_work2[3] = { BLOCK_SIZE * 2, 1, 1 };
    err = clEnqueueNDRangeKernel(cmd_queue, perimeter, 1, NULL, global_work2, local_work2, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR:  perimeter clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }

    clSetKernelArg(internal, 0, sizeof(void *), (void *)&d_m);
    clSetKernelArg(internal, 1, sizeof(cl_int), (void *)&matrix_dim);
    clSetKernelArg(internal, 2, sizeof(cl_int), (void *)&i);
    size_t global_work3[3] = { (size_t)BLOCK_SIZE * ((matrix_dim - i) / BLOCK_SIZE - 1), (size_t)BLOCK_SIZE * ((matrix_dim - i) / BLOCK_SIZE - 1), 1 };
    size_t local_work3[3] = { BLOCK_SIZE, BLOCK_SIZE, 1 };
    err = clEnqueueNDRangeKernel(cmd_queue, internal, 2, NULL, global_work3, local_work3, 0, 0, 0);
    if (err != CL_SUCCESS) { printf("ERROR:  internal clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }
  }
  clSetKernelArg(diagonal, 0, sizeof(void *), (void *)&d_m);
  clSetKernelArg(diagonal, 1, sizeof(cl_int), (void *)&matrix_dim);
  clSetKernelArg(diagonal, 2, sizeof(cl_int), (void *)&i);
  size_t global_work1[3] = { BLOCK_SIZE, 1, 1 };
  size_t local_work1[3] = { BLOCK_SIZE, 1, 1 };
  err = clEnqueueNDRangeKernel(cmd_queue, diagonal, 1, NULL, global_work1, local_work1, 0, 0, 0);
  if (err != CL_SUCCESS) { printf("ERROR:  diagonal clEnqueueNDRangeKernel()=>%d failed\n", err); return -1; }

  err = clEnqueueReadBuffer(cmd_queue, d_m, 1, 0, matrix_dim * matrix_dim * sizeof(float), m, 0, 0, 0);
  if (err != CL_SUCCESS) { printf("ERROR: clEnqueueReadBuffer => %d\n", err); return -1; }
  clFinish(cmd_queue);
  double t1 = gettime();
  fprintf(stderr, "Time consumed(ms): %lf\n", 1000 * (t1 - t0));

  double worst = 0;
  for (int r = 0; r < matrix_dim; r++)
    for (int c = 0; c < matrix_dim; c++) {
      double sum = 0;
      for (int k = 0; k <= (r < c ? r : c); k++)
        sum += (k == r ? 1.0 : (double)m[r * matrix_dim + k]) * m[k * matrix_dim + c];
      worst = fmax(worst, fabs(sum - mm[r * matrix_dim + c]));
    }
  printf("%s\n", worst < 1e-3 ? "LU times matches" : "LU DIFFERS");
  clReleaseMemObject(d_m);
  clReleaseCommandQueue(cmd_queue);
  clReleaseContext(context);
  free(m); free(mm); free(source);
  return worst < 1e-3 ? 0 : 1;
}
