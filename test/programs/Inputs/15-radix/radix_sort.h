// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RADIX_SORT_H
#define RADIX_SORT_H
#include <CL/cl.h>

enum radix_kernel { RK_HISTOGRAM, RK_PREFIX, RK_SCATTER, RK_COUNT };

typedef struct radix_sorter {
  cl_command_queue queue;
  cl_kernel kernel[RK_COUNT];
  cl_mem hist;
  cl_uint groups;
} radix_sorter;

cl_int radix_create(radix_sorter *s, cl_context ctx, cl_device_id dev, cl_command_queue queue, const char *path);
cl_int radix_sort(radix_sorter *s, cl_mem *keys, cl_mem *scratch, cl_uint n);
void radix_destroy(radix_sorter *s);
#endif
