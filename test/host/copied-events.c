/* A trip copies a whole struct over one whose member holds the loop's events, by another name: the wait that follows has none, which is an
   error of the call, and the original loop goes on.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 1 --expect-fallback "a wait for an event that no command has set" --allow-kernel add -- 4
*/
#include "setup.h"

struct history {
  int used;
  cl_event done[20];
};

static cl_kernel add;
static cl_mem data;
static const size_t global = 64;
static int failed;

static void run(int v, const cl_event *after, cl_event *done) {
  clSetKernelArg(add, 0, sizeof data, &data);
  clSetKernelArg(add, 1, sizeof v, &v);
  failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, after != NULL, after, done) != CL_SUCCESS;
}

int main(int argc, char **argv) {
  const int at = argc > 1 ? atoi(argv[1]) : -1;
  struct history now, empty, *p = &now;
  memset(&now, 0, sizeof now);
  memset(&empty, 0, sizeof empty);
  start("steps.cl", "");
  add = kernel_named("add");
  data = ints(64, 7);
  for (int i = 0; i < 15; i++) {
    run(i, NULL, &p->done[i]);
    if (i == at)
      *p = empty;
    run(1, &now.done[i], NULL);
  }
  clFinish(queue);
  show("data", data);
  printf("%d failed\n", failed);
  return 0;
}
