/* A kernel handle, a chatty call and a repetition loop. */
#include "setup.h"

static size_t global = 64;

static void chatter(int step) {
  printf("step %d\n", step);
}

int main(int argc, char **argv) {
  cl_kernel k, known;
  cl_mem a = 0, b = 0;
  start("steps.cl", "");
  k = clCreateKernel(program, argc > 1 ? argv[1] : argv[0], NULL);
  known = clCreateKernel(program, "map", NULL);
  clSetKernelArg(k, 0, sizeof a, &a), clSetKernelArg(k, 2, sizeof b, &b); /* no kernel here takes both */
  /* PLACE */
  for (int i = 0; i < 9; i++) {
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    chatter(i);
  }
  clFinish(queue);

  clSetKernelArg(known, 0, sizeof a, &a);
  clSetKernelArg(known, 1, sizeof b, &b);

  /* timing */
  for (int repeat = 0; repeat < 9; repeat++)
    for (int i = 0; i < 9; i++) {
      clSetKernelArg(known, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, known, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  return 0;
}
