#include <CL/cl.h>
#include <stdlib.h>

/* The first loop adds. */
void first(cl_command_queue q, cl_kernel add, size_t n) {
  for (int i = 0; i < 10; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(q, add, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
}

void second(cl_command_queue q, cl_kernel twice, size_t n) {
  for (int i = 0; i < 10; i++) {
    /* It goes on. */
    clEnqueueNDRangeKernel(q, twice, 1, NULL, &n, NULL, 0, NULL, NULL);
  }
}

void third(cl_command_queue q, cl_kernel twice, size_t n) {
  while (rand() & 1)
    clEnqueueNDRangeKernel(q, twice, 1, NULL, &n, NULL, 0, NULL, NULL);
}

void kernels(cl_program p, cl_command_queue q) {
  first(q, clCreateKernel(p, "add", NULL), 64);
  second(q, clCreateKernel(p, "twice", NULL), 64);
  third(q, clCreateKernel(p, "twice", NULL), 64);
}
