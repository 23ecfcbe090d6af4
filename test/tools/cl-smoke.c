/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Finds out by running a kernel whether an OpenCL device works.
 *
 *   cl-smoke [any|cpu|gpu|PART-OF-NAME]
 *
 * Tries the devices that fit in turn. Prints "PLATFORM / DEVICE" of the first
 * one that gives the right numbers and exits with 0; exits with 1 if none does.
 */

#include <CL/cl.h>

#include <stdio.h>
#include <string.h>

static const char *source =
    "__kernel void smoke(__global int *a, int n) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) a[i] = 3 * i + 1;\n"
    "}\n";

static int works(cl_device_id device) {
  int data[100], i, n = 100, right = 0;
  size_t global = 128, local = 64;
  cl_int err = CL_SUCCESS;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel = NULL;
  cl_mem buffer = NULL;
  if (err != CL_SUCCESS)
    return 0;
  queue = clCreateCommandQueue(context, device, 0, &err);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  if (err == CL_SUCCESS && clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS)
    kernel = clCreateKernel(program, "smoke", &err);
  if (kernel)
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, &err);
  if (buffer && clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS &&
      clSetKernelArg(kernel, 1, sizeof n, &n) == CL_SUCCESS &&
      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ==
          CL_SUCCESS &&
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL) ==
          CL_SUCCESS)
    for (right = 1, i = 0; i < n; i++)
      right = right && data[i] == 3 * i + 1;
  if (buffer)
    clReleaseMemObject(buffer);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  if (queue)
    clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return right;
}

int main(int argc, char **argv) {
  const char *which = argc > 1 ? argv[1] : "any";
  cl_platform_id platforms[32];
  cl_uint platform_count = 0, p, d;
  if (clGetPlatformIDs(32, platforms, &platform_count) != CL_SUCCESS)
    return 1;
  for (p = 0; p < platform_count && p < 32; p++) {
    cl_device_id devices[64];
    cl_uint count = 0;
    char platform[256] = "";
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof platform - 1, platform, NULL);
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &count) != CL_SUCCESS)
      continue;
    for (d = 0; d < count && d < 64; d++) {
      cl_device_type type = 0;
      char name[256] = "";
      clGetDeviceInfo(devices[d], CL_DEVICE_TYPE, sizeof type, &type, NULL);
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof name - 1, name, NULL);
      if (strcmp(which, "any") != 0 &&
          !(strcmp(which, "cpu") == 0 && (type & CL_DEVICE_TYPE_CPU)) &&
          !(strcmp(which, "gpu") == 0 && (type & CL_DEVICE_TYPE_GPU)) && !strstr(name, which) &&
          !strstr(platform, which))
        continue;
      if (works(devices[d])) {
        printf("%s / %s\n", platform, name);
        return 0;
      }
    }
  }
  return 1;
}
