/* A loop that waits in its first trip for an event that there is none of: an error of the call, which launches nothing. The original loop
   runs then, else the wait is left out. Where the first trip does not wait, nothing is asked.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --expect-fallback "there is no event 'last' to wait for" -- 0
   RUN: %{check} --expect-fallback "there is no event 'last' to wait for" --host-flag=-DHELPER -- 0
   RUN: %{check} --expect-fallback "there is no event 'chain[0]' to wait for" --host-flag=-DCHAIN -- 0
   RUN: %{check} --entries 1 --allow-kernel add=1 -- 1
   RUN: %{check} --entries 1 --allow-kernel add=1 --host-flag=-DHELPER -- 1
   RUN: %{check} --entries 1 --allow-kernel add=1 --host-flag=-DCHAIN -- 1
   RUN: %{check} --entries 1 --host-flag=-DLATER -- 0
   RUN: env PERSISTIFY_FAULT=no-event-to-wait-for not %{check} --entries any -- 0
*/
#include "setup.h"

static cl_kernel add;
static const size_t global = 64;
static int failed;

#define COUNTED(call)                                                                                                                      \
  do {                                                                                                                                     \
    if ((call) != CL_SUCCESS)                                                                                                              \
      failed++;                                                                                                                            \
  } while (0)

static void trip(cl_mem a, int v, const cl_event *after, cl_event *done) {
  clSetKernelArg(add, 0, sizeof a, &a);
  clSetKernelArg(add, 1, sizeof v, &v);
  COUNTED(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, after ? 1 : 0, after, done));
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  const int first = argc > 1 && atoi(argv[1]);
#ifdef CHAIN
  cl_event chain[2] = {NULL, NULL};
  if (first)
    trip(a, 9, NULL, &chain[0]);
  for (int i = 0; i < 6; i++) {
    trip(a, i, &chain[0], &chain[1]);
    chain[0] = chain[1];
  }
#else
  cl_event last = NULL;
  if (first)
    trip(a, 9, NULL, &last);
  for (int i = 0; i < 6; i++) {
#ifdef LATER
    trip(a, i, i ? &last : NULL, &last);
#elif defined HELPER
    trip(a, i, &last, &last);
#else
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    COUNTED(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, &last, &last));
#endif
  }
#endif
  show("a", a);
  printf("%d failed\n", failed);
  return 0;
}
