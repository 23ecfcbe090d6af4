#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3;
  int values[100], i;
  char text[4096];
  const char *source = text;
  size_t size = 100;
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  FILE *file = fopen("counter.cl", "r");
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel clear = clCreateKernel(program, "clear", &err);
  cl_kernel bump = clCreateKernel(program, "bump", &err);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values, NULL, &err);
  clSetKernelArg(clear, 0, sizeof buffer, &buffer);
  clSetKernelArg(bump, 0, sizeof buffer, &buffer);
  clEnqueueNDRangeKernel(queue, clear, 1, NULL, &size, NULL, 0, NULL, NULL);
  /* LOOP */
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, bump, 1, NULL, &size, NULL, 0, NULL, NULL);
  /* END */
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
  printf("%d %d\n", values[0], values[99]);
  file = fopen("values.txt", "w");
  for (i = 0; i < 100; i++)
    fprintf(file, "%d\n", values[i]);
  fclose(file);
  return 0;
}
