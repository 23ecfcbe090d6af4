/* Events that the host's trips leave to the others: one that may be null, of a copy that a later trip waits for.
   REQUIRES: device
   ROWS: host-trips
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file log.txt --reason PST3017 --entries 1..20 --allow-kernel add
   RUN: %{check}
   RUN: %{check} -- 4
   RUN: env PERSISTIFY_FAULT=looked-in-front not %{check}
*/
#include "setup.h"
enum { N = 48 };
static cl_event copied; /* null: none is under way */
static int host[N];

static void save(int i, cl_mem a) {
  FILE *f = fopen("log.txt", i ? "a" : "w");
  if (!f)
    exit(2);
  if (copied)
    clReleaseEvent(copied);
  clEnqueueReadBuffer(queue, a, CL_FALSE, 0, sizeof host, host, 0, NULL, &copied);
  fprintf(f, "%d\n", i);
  fclose(f);
}
int main(int argc, char **argv) {
  const int every = argc > 1 ? atoi(argv[1]) : 6;
  int i, waited = 0;
  size_t global = N;
  cl_mem a;
  cl_kernel add;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(N, 3);
  clSetKernelArg(add, 0, sizeof a, &a);
  for (i = 0; i < 25; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    if (copied) {
      clWaitForEvents(1, &copied);
      waited++;
    }
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (i % every == 1)
      save(i, a);
  }
  clFinish(queue);
  show("a", a);
  printf("waited %d times, first %d\n", waited, host[0]);
  return 0;
}
