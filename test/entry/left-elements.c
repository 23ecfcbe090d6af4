/* A launch is given up, behind trips that changed elements of an array of handles. Those that the loop leaves alone are another
   thread's, and are not put back.
   REQUIRES: device
   DEFINE: %{flags} = %cl_inc -w -I%S/../host/Inputs
   DEFINE: %{build} = %persistify steps.cl left-elements.c -o out --quiet -- %cl_inc -I%S/../host/Inputs && %cc %{flags} out/left-elements.c %runtime_flags -pthread -o program
   RUN: rm -rf %t && mkdir %t && cp %S/../host/steps.cl %s %t && %cc %{flags} %s -o %t/original -lOpenCL -pthread
   RUN: cd %t && %env_device timeout 100 ./original > original.out
   RUN: cd %t && %{build}
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 timeout 100 ./program > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err
   RUN: cd %t && env PERSISTIFY_FAULT=all-put-back %{build}
   RUN: cd %t && %env_device PERSISTIFY=on timeout 100 ./program > all.out 2> all.err && env PERSISTIFY_FAULT=all-put-back not diff original.out all.out
   CHECK: original loop: line 32: access outside a buffer
   CHECK: entries=2 persistent=1 fallback=1
*/
#include "setup.h"
#include <pthread.h>
#include <unistd.h>

enum { ITEMS = 64, TURNS = 500 };
static cl_mem current[2], next[2];
static volatile int begun;

static void loop(cl_kernel add, int k, int trips, size_t last) {
  const size_t n = ITEMS;
  int i;
  for (i = 0; i < trips; i++) {
    int v = i % 3;
    need(clSetKernelArg(add, 0, sizeof(cl_mem), &current[k]), "arg");
    need(clSetKernelArg(add, 1, sizeof v, &v), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
    clEnqueueCopyBuffer(queue, next[k], current[k], 0, i + 1 < trips ? 0 : last, 8, 0, NULL, NULL);
    cl_mem t = current[k];
    current[k] = next[k];
    next[k] = t;
  }
  need(clFinish(queue), "finish");
}

static void *other(void *unused) {
  const size_t n = ITEMS;
  int i, one = 1, err;
  cl_command_queue q = clCreateCommandQueue(context, device, 0, &err);
  cl_kernel add = kernel_named("add");
  need(clSetKernelArg(add, 0, sizeof(cl_mem), &current[1]), "arg");
  need(clSetKernelArg(add, 1, sizeof one, &one), "arg");
  while (!begun)
    usleep(100);
  for (i = 0; i < TURNS; i++) {
    need(clEnqueueNDRangeKernel(q, add, 1, NULL, &n, NULL, 0, NULL, NULL), "add");
    need(clEnqueueNDRangeKernel(q, add, 1, NULL, &n, NULL, 0, NULL, NULL), "add");
    need(clEnqueueNDRangeKernel(q, add, 1, NULL, &n, NULL, 0, NULL, NULL), "add");
    need(clEnqueueNDRangeKernel(q, add, 1, NULL, &n, NULL, 0, NULL, NULL), "add");
    need(clFinish(q), "finish");
    usleep(10); /* and is no loop for the device */
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int i;
  start("steps.cl", "");
  for (i = 0; i < 2; i++)
    current[i] = ints(ITEMS, i), next[i] = ints(ITEMS, 100 + i);
  cl_kernel add = kernel_named("add");
  loop(add, 0, 2, 0);
  pthread_create(&thread, NULL, other, NULL);
  begun = 1;
  loop(add, 0, 12000, 1 << 20);
  pthread_join(thread, NULL);
  show("own", current[0]);
  show("own", next[0]);
  show("other", current[1]);
  show("other", next[1]);
  return 0;
}
