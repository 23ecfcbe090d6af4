// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settle.h"

#include <utility>

#if __cplusplus < 202002L
#error built for another standard than this program asks for
#endif

int settle(device device, int *height, int count) {
  const std::size_t bytes = sizeof(int) * count, threads = count;
  cl_kernel slide = clCreateKernel(device.program, "slide", nullptr);
  cl_mem from = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                               height, nullptr);
  cl_mem to = clCreateBuffer(device.context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  cl_mem moved = clCreateBuffer(device.context, CL_MEM_READ_WRITE, sizeof(cl_int), nullptr, nullptr);
  if (!slide || !from || !to || !moved)
    return -1;

  cl_int any = 1;
  int rounds = 0;
  clSetKernelArg(slide, 2, sizeof count, &count);
  clSetKernelArg(slide, 3, sizeof moved, &moved);
  while (any && rounds < MAX_ROUNDS) {
    any = 0;
    clEnqueueWriteBuffer(device.queue, moved, CL_TRUE, 0, sizeof any, &any, 0, nullptr, nullptr);
    clSetKernelArg(slide, 0, sizeof from, &from);
    clSetKernelArg(slide, 1, sizeof to, &to);
    clEnqueueNDRangeKernel(device.queue, slide, 1, nullptr, &threads, nullptr, 0, nullptr, nullptr);
    clEnqueueReadBuffer(device.queue, moved, CL_TRUE, 0, sizeof any, &any, 0, nullptr, nullptr);
    std::swap(from, to);
    ++rounds;
  }

  clEnqueueReadBuffer(device.queue, from, CL_TRUE, 0, bytes, height, 0, nullptr, nullptr);
  for (cl_mem memory : {from, to, moved})
    clReleaseMemObject(memory);
  clReleaseKernel(slide);
  return rounds;
}
