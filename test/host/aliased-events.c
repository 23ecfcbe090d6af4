/* An event for which each trip waits is set to null by another name, a parameter of the function with the loop: the original loop goes on. A
   list is reset by its own name only, not by another list of the trip.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1 -- 0
   RUN: %{check} --entries any --expect-fallback "a path of the host program that cannot run on the device" -- 1
   RUN: env PERSISTIFY_FAULT=one-name-of-events not %{check} --entries any -- 1
   RUN: %{check} --entries 1 --host-flag=-DLISTS -- 0
*/
#include "setup.h"

static cl_kernel add;
static const size_t global = 64;
static int failed;
static cl_event last, list[20];

#define STEP(v_, n, after, done)                                                                                                           \
  do {                                                                                                                                     \
    int v = v_;                                                                                                                            \
    clSetKernelArg(add, 0, sizeof a, &a);                                                                                                  \
    clSetKernelArg(add, 1, sizeof v, &v);                                                                                                  \
    failed += clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, n, after, done) != CL_SUCCESS;                                    \
  } while (0)

static void steps(cl_mem a, cl_event *other, int forget) {
  for (int i = 0; i < 6; i++) {
#ifdef LISTS
    cl_event own[3];
    STEP(i, 0, NULL, &own[1]);
    STEP(i, i > 0, i ? &list[i - 1] : NULL, &list[i]);
    STEP(i, 1, &own[1], NULL);
    (void)other;
    (void)forget;
#else
    STEP(i, 0, NULL, &last);
    if (i == 3 && forget)
      *other = NULL;
    STEP(i, 1, &last, NULL);
#endif
  }
}

int main(int argc, char **argv) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  steps(a, &last, argc > 1 && atoi(argv[1]));
  show("a", a);
  printf("%d failed\n", failed);
  return 0;
}
