/* Events in an array of which each launch waits for the one before, by sums of pointers; the queue is one of an array. What
   another queue's command may have made is not left out, however it is spelled.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: env PERSISTIFY_FAULT=queues-by-array not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
   RUN: sh -c '%persistify %S/steps.cl %s -o %t.out -- -I%S/Inputs -DFOREIGN' 2>&1 | FileCheck %s
   RUN: sh -c '%persistify %S/steps.cl %s -o %t.out -- -I%S/Inputs -DCHANGED' 2>&1 | FileCheck %s
   CHECK: array-events.c:[[#]]:{{.*}} warning: the value of event 'events' is used by the program [PST1013]
   CHECK: array-events.c:[[#]]:{{.*}} warning: the value of event 'events' is used by the program [PST1013]
   RUN: sh -c '%persistify %S/steps.cl %s -o %t.out -- -I%S/Inputs -DCHANGED' 2>&1 | FileCheck %s --check-prefix=ONE
   RUN: sh -c 'env PERSISTIFY_FAULT=queues-stay %persistify %S/steps.cl %s -o %t.out -- -I%S/Inputs -DCHANGED' 2>&1 | not FileCheck %s --check-prefix=ONE
   ONE: array-events.c:[[#]]:{{.*}} warning: the value of event 'chain' is used by the program [PST1013]
*/
#include "setup.h"

static cl_command_queue all[2];
static cl_kernel add;

static void made(cl_command_queue **to) {
  *to = malloc(2 * sizeof **to);
  (*to)[0] = clCreateCommandQueue(context, device, 0, NULL);
  (*to)[1] = clCreateCommandQueue(context, device, 0, NULL);
}

/* As long as the run says. */
static void pointer(cl_mem a, size_t n) {
  cl_command_queue *queues = NULL;
  static int first[64];
  made(&queues);
  cl_event events[2 * n + 1];
#ifdef CHANGED
  queues[0] = queues[1];
#endif
  clEnqueueReadBuffer(queues[0], a, CL_FALSE, 0, sizeof first, first, 0, NULL, events);
#ifdef FOREIGN
  clEnqueueReadBuffer(queues[1], a, CL_FALSE, 0, 4, first, 0, NULL, events + n + 1);
#endif
  for (size_t u = 0; u < n; u++) {
    const size_t global = 64;
    const int v = (int)u;
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queues[0], add, 1, NULL, &global, NULL, 1, events + 2 * u, events + 1 + 2 * u);
    clEnqueueNDRangeKernel(queues[0], add, 1, NULL, &global, NULL, 1, events + 1 + 2 * u, events + 2 + 2 * u);
  }
  clFinish(queues[0]);
  clFinish(queues[1]);
}

/* A table of the file's, the second of it. */
static void table(cl_mem a) {
  cl_event events[9];
  static int first[64];
  all[0] = queue;
  clEnqueueReadBuffer(all[0], a, CL_FALSE, 0, sizeof first, first, 0, NULL, &events[0]);
#ifdef FOREIGN
  clEnqueueReadBuffer(all[1], a, CL_FALSE, 0, 4, first, 0, NULL, 2 + events + 1);
#endif
#ifdef CHANGED
  all[0] = all[1];
#endif
  for (int i = 0; i < 8; i++) {
    const size_t global = 64;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(all[0], add, 1, NULL, &global, NULL, 1, &events[i], i + events + 1);
  }
  clFinish(all[0]);
}

/* A local array, copied from. */
static void local(cl_mem a) {
  cl_command_queue mine[1] = {queue};
  cl_event events[4];
  static int first[64];
  clEnqueueReadBuffer(mine[0], a, CL_FALSE, 0, sizeof first, first, 0, NULL, &events[0]);
  for (int i = 0; i < 6; i++) {
    const size_t global = 64;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(mine[0], add, 1, NULL, &global, NULL, 1, events + i % 3, &events[(i + 1) % 3]);
  }
  clFinish(mine[0]);
}

/* Two arrays of events, one behind the other. */
static void two(cl_mem a) {
  cl_event even[5], odd[4];
  static int first[64];
  clEnqueueReadBuffer(all[0], a, CL_FALSE, 0, sizeof first, first, 0, NULL, even);
  for (int i = 0; i < 4; i++) {
    const size_t global = 64;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(all[0], add, 1, NULL, &global, NULL, 1, even + i, odd + i);
    clEnqueueNDRangeKernel(all[0], add, 1, NULL, &global, NULL, 1, odd + i, even + i + 1);
  }
  clFinish(all[0]);
}

static void exchange(cl_command_queue *x, cl_command_queue *y) {
  const cl_command_queue t = *x;
  *x = *y;
  *y = t;
}

/* A variable, which is another queue when the loop begins. */
static void one(cl_mem a) {
  cl_command_queue mine = queue, other = clCreateCommandQueue(context, device, 0, NULL);
  cl_event chain[7];
  static int first[64];
  exchange(&other, &other);
  clEnqueueReadBuffer(mine, a, CL_FALSE, 0, sizeof first, first, 0, NULL, chain);
#ifdef CHANGED
  exchange(&mine, &other);
#endif
  for (int i = 0; i < 6; i++) {
    const size_t global = 64;
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(mine, add, 1, NULL, &global, NULL, 1, chain + i, chain + i + 1);
  }
  clFinish(mine);
  clFinish(other);
}

int main(void) {
  start("steps.cl", "");
  add = kernel_named("add");
  cl_mem a = ints(64, 1);
  clSetKernelArg(add, 0, sizeof a, &a);
#if defined(FOREIGN) || defined(CHANGED)
  all[1] = clCreateCommandQueue(context, device, 0, NULL);
#endif
  pointer(a, 5);
  table(a);
  local(a);
  two(a);
  one(a);
  show("a", a);
  return 0;
}
