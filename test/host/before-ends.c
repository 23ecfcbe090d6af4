/* What a pointer that may come to the end of an array leads to: elements that are read, written, copied and given, by an index in front of
   it and behind it, of structs, kernels and pointers.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 -- 3
*/
#include "setup.h"

typedef struct {
  cl_mem on;
  int by;
  float weights[2];
} job;

static const size_t global = 64;
static cl_kernel kernels[3];

static void run(cl_kernel k, const cl_mem *on, int by) {
  clSetKernelArg(k, 0, sizeof *on, on);
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  job jobs[4], copy;
  int numbers[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, *rows[3], sum = 0, i;
  start("steps.cl", "");
  for (i = 0; i < 3; i++) {
    kernels[i] = kernel_named("add");
    rows[i] = numbers[i];
  }
  for (i = 0; i < 4; i++) {
    jobs[i].on = ints(64, i * 5);
    jobs[i].by = i;
    jobs[i].weights[0] = jobs[i].weights[1] = 2 * i;
  }
  for (i = 0; i < n; i++) { /* the next one, and the one in front of that */
    job *at = jobs + i;
    sum += at[1].by + (at + 1)->by;
    run(kernels[0], &(at + 1)[-1].on, at[1].by);
  }
  for (i = 0; i < n; i++) { /* copied */
    copy = *(jobs + i);
    memcpy(copy.weights, (jobs + i + 1)->weights, sizeof copy.weights);
    run(kernels[1], &copy.on, copy.by);
  }
  for (i = 0; i < n; i++) { /* kernels, and pointers to numbers */
    run(*(kernels + i), &jobs[1].on, **(rows + i));
    sum += (*(rows + i))[1];
  }
  for (i = 0; i < n; i++) { /* a member's bytes */
    clEnqueueReadBuffer(queue, jobs[2].on, CL_TRUE, 0, sizeof copy.weights, (jobs + i)->weights, 0, NULL, NULL);
    run(kernels[2], &(jobs + i)->on, i);
  }
  for (i = 0; i < n; i++) { /* written as a whole, and read */
    job *at = jobs + i;
    copy = *at;
    copy.by += i;
    *at = copy;
    run(kernels[0], &at->on, at[0].by);
  }
  clFinish(queue);
  for (i = 0; i < 4; i++) {
    printf("%d %d\n", jobs[i].by, ((int *)jobs[i].weights)[1]);
    show("on", jobs[i].on);
  }
  printf("%d\n", sum);
  return 0;
}
