/* Says nothing of OpenCL itself: the header does. Its kernel lies in a file. */
#include "../device.h"
#include <stdio.h>

int main(void) {
  struct device d = open_device(read_text("device/heat.cl"));
  cl_kernel k = clCreateKernel(d.program, "heat", NULL);
  cl_mem a = clCreateBuffer(d.context, CL_MEM_READ_WRITE, 256, NULL, NULL);
  cl_mem b = clCreateBuffer(d.context, CL_MEM_READ_WRITE, 256, NULL, NULL);
  for (int i = 0; i < 9; ++i) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof b, &b);
    launch(&d, k, 64);
    cl_mem t = a;
    a = b;
    b = t;
  }
  clFinish(d.queue);
  puts("done");
  return 0;
}
