/* What is behind the last element of an array of structs, by a number that only the run knows: `jobs + n`, where n is all of them.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 4 -- 5
   RUN: %{check} --entries 4 -- 3
   RUN: env PERSISTIFY_FAULT=no-end not %{check} --entries 4 -- 5
   By a subscript, which chooses among elements, the loop is the original's:
   RUN: %{check} --entries 1 --host-flag=-DSUBSCRIPT -- 4
   RUN: %{check} --host-flag=-DSUBSCRIPT --expect-fallback 'an index that is none' --allow-kernel add -- 5
   RUN: %long env PERSISTIFY_FAULT=no-end not %{check} --host-flag=-DSUBSCRIPT --entries 1 -- 5
*/
#include "setup.h"

typedef struct {
  int by, done;
} job;

static cl_kernel add;
static cl_mem a;
static void run(int by) {
  const size_t global = 64;
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 5;
  job jobs[5], *j;
  int t, sum = 0;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  for (t = 0; t < 5; t++)
    jobs[t].by = t + 1, jobs[t].done = 0;
#ifdef SUBSCRIPT
  for (t = 0; t < 3; t++) {
    const job *last = jobs + 3;
    last++;
    last += t / 2;
    run(last == &jobs[n] ? 5 : 6);
  }
#else
  for (j = jobs; j != jobs + n; ++j) {
    run(j->by);
    j->done++;
  }
  for (t = 0; t < 3; t++) {
    const job *const end = jobs + n;
    for (job *p = jobs; p < end; p++)
      sum += p->by * (int)(end - p);
    run(sum);
  }
  for (t = 0; t < 6; t++) {
    job *const at = jobs + t;
    if (at == jobs + n) {
      run(100);
      break;
    }
    run(at->by);
    at->done += 10;
  }
  for (j = jobs + n; j > jobs;) {
    --j;
    run(j->by);
  }
#endif
  for (t = 0; t < 5; t++)
    printf("%d %d\n", jobs[t].by, jobs[t].done);
  printf("%d\n", sum);
  show("a", a);
  return 0;
}
