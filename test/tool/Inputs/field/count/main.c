/* Its kernel is a literal. One of its loops waits for input. */
#include "device.h"
#include <stdio.h>

static const char source[] = "__kernel void count(__global int *a) { ++a[get_global_id(0)]; }";

int main(void) {
  struct device d = open_device(source);
  cl_kernel k = clCreateKernel(d.program, "count", NULL);
  cl_mem a = clCreateBuffer(d.context, CL_MEM_READ_WRITE, 256, NULL, NULL);
  clSetKernelArg(k, 0, sizeof a, &a);
  for (int i = 0; i < 5; ++i)
    launch(&d, k, 64);
  while (getchar() == 'y')
    launch(&d, k, 64);
  clFinish(d.queue);
  return 0;
}
