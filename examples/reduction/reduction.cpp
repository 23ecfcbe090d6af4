// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sum of COUNT numbers modulo 2^32: every round leaves one sum per work-group,
// until one number is left.
//
//   reduction [COUNT [GROUP_SIZE]]

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

int main(int argc, char **argv) {
  const unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
  const size_t group_size = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 64;
  if (count == 0 || group_size < 2 || (group_size & (group_size - 1)) != 0) {
    fprintf(stderr, "usage: reduction [COUNT [GROUP_SIZE, a power of two]]\n");
    return 2;
  }

  // The input, and what has to come out.
  std::vector<cl_uint> numbers(count);
  cl_uint expected = 0;
  for (unsigned i = 0; i < count; i++) {
    numbers[i] = i * 2654435761u ^ (i >> 3);
    expected += numbers[i];
  }

  // The kernel source lies beside the program or in the current folder.
  std::string self(argv[0]);
  std::ifstream file(self.substr(0, self.rfind('/') + 1) + "reduction.cl");
  if (!file)
    file.open("reduction.cl");
  std::stringstream source;
  source << file.rdbuf();
  std::string text = source.str();
  const char *pointer = text.c_str();
  if (text.empty()) {
    fprintf(stderr, "reduction: cannot read reduction.cl\n");
    return 2;
  }

  // The first device of the first platform that has one.
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  cl_device_id device = NULL;
  clGetPlatformIDs(16, platforms, &platform_count);
  for (cl_uint i = 0; i < platform_count && i < 16 && device == NULL; i++)
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
      device = NULL;
  if (device == NULL) {
    fprintf(stderr, "reduction: no OpenCL device\n");
    return 2;
  }

  cl_int err, ret;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &ret);
  err |= ret;
  cl_program program = clCreateProgramWithSource(context, 1, &pointer, NULL, &ret);
  err |= ret;
  err |= clBuildProgram(program, 1, &device, NULL, NULL, NULL);
  cl_kernel kernel = clCreateKernel(program, "add_up", &ret);
  err |= ret;
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               count * sizeof(cl_uint), numbers.data(), &ret);
  err |= ret;
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE,
                             (count / group_size + 1) * sizeof(cl_uint), NULL, &ret);
  err |= ret;
  if (err != CL_SUCCESS) {
    fprintf(stderr, "reduction: setting up OpenCL failed\n");
    return 2;
  }

  cl_uint left = count;
  unsigned rounds = 0;
  while (left > 1) {
    const cl_uint groups = (cl_uint)((left + group_size - 1) / group_size);
    const size_t global = groups * group_size;
    err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &from);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &to);
    err |= clSetKernelArg(kernel, 2, group_size * sizeof(cl_uint), NULL);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_uint), &left);
    if (err != CL_SUCCESS) {
      fprintf(stderr, "reduction: clSetKernelArg failed\n");
      return 2;
    }
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group_size, 0, NULL, NULL);
    if (err != CL_SUCCESS) {
      fprintf(stderr, "reduction: clEnqueueNDRangeKernel failed (%d)\n", err);
      return 2;
    }
    std::swap(from, to);
    left = groups;
    rounds++;
  }

  cl_uint sum = 0;
  err = clEnqueueReadBuffer(queue, from, CL_TRUE, 0, sizeof(cl_uint), &sum, 0, NULL, NULL);
  if (err != CL_SUCCESS) {
    fprintf(stderr, "reduction: clEnqueueReadBuffer failed (%d)\n", err);
    return 2;
  }

  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);

  printf("reduction: %u numbers, %u rounds, sum %u (expected %u)\n", count, rounds, sum, expected);
  if (sum != expected) {
    printf("FAIL\n");
    return 1;
  }
  printf("PASS\n");
  return 0;
}
