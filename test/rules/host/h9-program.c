/* H9: the program that runs is the one that was analysed: macro values, source
   text and program object are compared when the program runs.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/h9-program.cl %s --host-flag=-I%S/../../host/Inputs
   RUN: %{check} --entries 1 -- ""
   RUN: %{check} --entries 1 --kernel-flags=-DSTEP=2 -- -DSTEP=2
   RUN: %{check} --expect-fallback "original loop" -- -DSTEP=5
   RUN: %{check} --expect-fallback "source" -- "" edited
   RUN: %{check} --expect-fallback "different programs" -- "" other
*/
#include "setup.h"

int main(int argc, char **argv) {
  const char *options = argc > 1 ? argv[1] : "", *how = argc > 2 ? argv[2] : "";
  size_t global = 64;
  cl_int err;
  start("h9-program.cl", options);
  if (!strcmp(how, "edited")) {
    const char *text = "__kernel void walk(__global int *a, int v) { a[get_global_id(0)] -= v; }\n"
                       "__kernel void turn(__global int *a) { a[get_global_id(0)] *= 3; }\n";
    program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    clBuildProgram(program, 1, &device, options, NULL, NULL);
  }
  cl_kernel walk = clCreateKernel(program, "walk", &err);
  if (!strcmp(how, "other")) { /* the same text, but another program object */
    static char text[4096];
    const char *source = text;
    FILE *in = fopen("h9-program.cl", "r");
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
    clBuildProgram(program, 1, &device, options, NULL, NULL);
  }
  cl_kernel turn = clCreateKernel(program, "turn", &err);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, &err);
  int zero = 0;
  clEnqueueFillBuffer(queue, a, &zero, 4, 0, 256, 0, NULL, NULL);
  clSetKernelArg(walk, 0, sizeof a, &a);
  clSetKernelArg(turn, 0, sizeof a, &a);
  for (int i = 0; i < 5; i++) {
    clSetKernelArg(walk, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, walk, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, turn, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("a", a);
  return 0;
}
