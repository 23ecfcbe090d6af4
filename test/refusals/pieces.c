/* Kernels of two programs that are each made of two files: no source holds both.
   RUN: %refused %S/../host/pieces-types.cl %S/../host/pieces-grow.cl %S/../host/pieces-mix.cl %s
*/
#include <CL/cl.h>

extern char *text_of(const char *name);
extern cl_context context;
extern cl_command_queue queue;

void run(cl_mem a, cl_mem b, int n) {
  const char *left[] = {text_of("pieces-types.cl"), text_of("pieces-grow.cl")};
  const char *right[] = {text_of("pieces-types.cl"), text_of("pieces-mix.cl")};
  cl_program p = clCreateProgramWithSource(context, 2, left, NULL, NULL);
  cl_program q = clCreateProgramWithSource(context, 2, right, NULL, NULL);
  clBuildProgram(p, 0, NULL, "", NULL, NULL);
  clBuildProgram(q, 0, NULL, "", NULL, NULL);
  cl_kernel grow = clCreateKernel(p, "grow", NULL), mix = clCreateKernel(q, "mix", NULL);
  const size_t global = 64;
  clSetKernelArg(grow, 0, sizeof a, &a);
  clSetKernelArg(mix, 0, sizeof b, &b);
  clSetKernelArg(mix, 1, sizeof a, &a);
  for (int i = 0; i < n; i++) {
    clSetKernelArg(grow, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, mix, 1, NULL, &global, NULL, 0, NULL, NULL); // expect PST1026: the loop's kernels come from different sources
  }
}
