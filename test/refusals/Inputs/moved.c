#include "host.h"

int main(void) {
  cl_kernel a = clCreateKernel(program, "inner_type", NULL), b = clCreateKernel(program, "hidden_name", NULL);
  cl_kernel c = clCreateKernel(program, "constants", NULL), d = clCreateKernel(program, "aligned_more", NULL);
  cl_kernel e = clCreateKernel(program, "no_name", NULL);
  for (int i = 0; i < 9; i++)
    clEnqueueNDRangeKernel(queue, a, 1, NULL, &global, &local, 0, NULL, NULL);
  for (int i = 0; i < 9; i++)
    clEnqueueNDRangeKernel(queue, b, 1, NULL, &global, &local, 0, NULL, NULL);
  for (int i = 0; i < 9; i++)
    clEnqueueNDRangeKernel(queue, c, 1, NULL, &global, &local, 0, NULL, NULL);
  for (int i = 0; i < 9; i++)
    clEnqueueNDRangeKernel(queue, d, 1, NULL, &global, &local, 0, NULL, NULL);
  for (int i = 0; i < 9; i++)
    clEnqueueNDRangeKernel(queue, e, 1, NULL, &global, &local, 0, NULL, NULL);
  return 0;
}
