#include <CL/cl.h>
#include <stdio.h>

int main(void) {
  const char *source = "__kernel void racy(__global int *cell) {"
                       "  cell[0] = cell[0] + (int)get_global_id(0); }";
  size_t size = 8, local = 2;
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &err);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "racy", &err);
  cl_mem cell = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, &err);
  clSetKernelArg(kernel, 0, sizeof cell, &cell);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &local, 0, NULL, NULL);
  clFinish(queue);
  return 0;
}
