/* H1: the flag's reset, the writes of all groups and the read that decides the
   loop keep their order; a value read back decides control flow for everyone.
   REQUIRES: device
   RUN: %run-check %S/h1-reset.cl %s --host-flag=-I%S/../../host/Inputs --entries 1 --repeat 3
*/
#include "setup.h"

int main(void) {
  enum { N = 600 };
  int flag, n = N, rounds = 0, far = 0, all = 0, i;
  static int d[N];
  size_t global = 640;
  cl_int err;
  start("h1-reset.cl", NULL);
  for (i = 0; i < N; i++)
    d[i] = i < N - 40 ? i : 100000;
  cl_kernel relax = clCreateKernel(program, "relax", &err);
  cl_kernel mark = clCreateKernel(program, "mark", &err);
  cl_mem dd = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof d, d, &err);
  cl_mem df = ints(2, 0);
  cl_mem dm = ints(1, 0);
  clSetKernelArg(relax, 0, sizeof dd, &dd);
  clSetKernelArg(relax, 1, sizeof df, &df);
  clSetKernelArg(relax, 2, sizeof n, &n);
  clSetKernelArg(mark, 0, sizeof dd, &dd);
  clSetKernelArg(mark, 1, sizeof dm, &dm);
  clSetKernelArg(mark, 2, sizeof n, &n);
  do {
    flag = 0;
    clEnqueueWriteBuffer(queue, df, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
    clSetKernelArg(relax, 3, sizeof rounds, &rounds);
    clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, df, CL_TRUE, 0, sizeof flag, &flag, 0, NULL, NULL);
    if (rounds % 3 == 0) { /* how many are still far decides a second launch */
      int zero = 0;
      clEnqueueWriteBuffer(queue, dm, CL_TRUE, 0, 4, &zero, 0, NULL, NULL);
      clEnqueueNDRangeKernel(queue, mark, 1, NULL, &global, NULL, 0, NULL, NULL);
      clEnqueueReadBuffer(queue, dm, CL_TRUE, 0, 4, &far, 0, NULL, NULL);
      all = all * 3 + far;
      if (far > 20) { /* from the other end */
        int round = 39 - rounds;
        clSetKernelArg(relax, 3, sizeof round, &round);
        clEnqueueNDRangeKernel(queue, relax, 1, NULL, &global, NULL, 0, NULL, NULL);
      }
    }
    rounds++;
  } while (flag);
  printf("%d rounds, %d far, %d\n", rounds, far, all);
  show("d", dd);
  return 0;
}
