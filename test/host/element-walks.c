/* Pointers that walk over arrays of objects with buffers and kernels: comparisons by order, differences. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
#include "setup.h"

typedef struct {
  cl_kernel kernel;
  cl_mem on;
  int by;
} job;

static void run(const job *j, int more) {
  const size_t global = 64;
  const int by = j->by + more;
  clSetKernelArg(j->kernel, 0, sizeof j->on, &j->on);
  clSetKernelArg(j->kernel, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, j->kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}

struct plan {
  job jobs[4];
  int runs;
};

int main(void) {
  job jobs[3];
  struct plan plan;
  cl_mem a, b, c, both[2];
  int t, k;
  start("steps.cl", "");
  a = ints(64, 1), b = ints(64, 100), c = ints(64, 7);
  for (k = 0; k < 3; k++) {
    jobs[k].kernel = kernel_named("add");
    jobs[k].on = k == 0 ? a : k == 1 ? b : c;
    jobs[k].by = k + 1;
  }
  for (t = 0; t < 4; t++) /* forwards */
    for (job *j = jobs; j < jobs + 3; j++) {
      run(j, t);
      j->by += (int)(j - jobs);
    }
  memcpy(plan.jobs, jobs, sizeof jobs);
  plan.runs = 0;
  for (t = 0; t < 3; t++) { /* backwards, of a member, and not over all */
    const job *first = plan.jobs, *last = &plan.jobs[2];
    while (last > first) {
      run(last--, plan.runs++);
      if (last - first >= 2)
        run(first, 5);
    }
    if (first <= last && plan.jobs + 1 >= &plan.jobs[1])
      run(last, 1);
  }
  both[0] = a, both[1] = b;
  for (t = 0; t < 4; t++) /* of buffers themselves */
    for (cl_mem *m = both; m <= &both[1]; ++m) {
      jobs[0].on = *m;
      run(&jobs[0], t);
    }
  show("a", a), show("b", b), show("c", c);
  printf("%d %d %d %d runs\n", jobs[0].by, jobs[1].by, jobs[2].by, plan.runs);
  return 0;
}
