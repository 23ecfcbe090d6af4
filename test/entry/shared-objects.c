/* Threads that share objects without a race: elements of an array, members of structs, a variable that only one of them
   sets, buffers of an array of handles, the middle of an array into which a loop reads its ends. A loop writes back what it
   changed, and nothing else; and a buffer that another thread gives back stays while a loop looks at it.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/shared.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL -pthread
   RUN: %cc %cl_inc -w -I%t %t/shared-objects.c -I%S/../host/Inputs %runtime_flags -pthread -o %t/program
   RUN: cd %t && %env_device timeout 100 ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 timeout 100 ./program > on.out 2> on.err && diff original.out on.out
   RUN: cd %t && %env_device PERSISTIFY=auto timeout 100 ./program > auto.out && diff original.out auto.out
   RUN: FileCheck %s --input-file %t/on.err
   CHECK: entries=4 persistent={{[1-9]}}
   CHECK: entries=2 persistent=2 fallback=0
*/
#include "setup.h"
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 4, ITEMS = 1024 };
static int done[THREADS], failed;
static struct { char before, trips, behind; } all[THREADS];
static cl_mem current[THREADS], next[THREADS];
static unsigned sums[THREADS];
static int ends[3 * ITEMS];
static volatile int begun;

static unsigned sum_of(cl_command_queue q, cl_mem b) {
  static _Thread_local int data[ITEMS];
  unsigned sum = 0;
  int i;
  need(clEnqueueReadBuffer(q, b, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL), "read");
  for (i = 0; i < ITEMS; i++)
    sum = sum * 31u + (unsigned)data[i];
  return sum;
}

static void *work(void *number) {
  int k = (int)(long)number, i, first = 0, err;
  const size_t n = ITEMS;
  cl_command_queue q = clCreateCommandQueue(context, device, 0, &err);
  cl_kernel s = kernel_named("step");
  for (i = 0; i < 60 + k; i++) {
    need(clSetKernelArg(s, 0, sizeof(cl_mem), &current[k]), "arg");
    need(clSetKernelArg(s, 1, sizeof(cl_mem), &next[k]), "arg");
    need(clEnqueueNDRangeKernel(q, s, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
    need(clEnqueueReadBuffer(q, next[k], CL_TRUE, 0, sizeof first, &first, 0, NULL, NULL), "read");
    if (i == 0 && first == 2 + 2 + ITEMS / 2) /* the third thread's */
      failed = 1 + k;
    done[k]++;
    all[k].trips++;
    cl_mem t = current[k];
    current[k] = next[k];
    next[k] = t;
  }
  need(clFinish(q), "finish");
  sums[k] = sum_of(q, current[k]);
  clReleaseMemObject(current[k]);
  clReleaseMemObject(next[k]);
  clReleaseKernel(s);
  clReleaseCommandQueue(q);
  return NULL;
}

static void *middle(void *unused) {
  int i;
  while (!begun)
    usleep(100);
  usleep(30000);
  for (i = ITEMS; i < 2 * ITEMS; i++)
    ends[i] = 1;
  return unused;
}

static void around(cl_kernel s, cl_mem a, cl_mem b, int trips) {
  const size_t n = ITEMS;
  int i;
  for (i = 0; i < trips; i++) {
    need(clSetKernelArg(s, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(s, 1, sizeof b, &b), "arg");
    need(clEnqueueNDRangeKernel(queue, s, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, ITEMS * sizeof *ends, ends, 0, NULL, NULL), "read");
    need(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, ITEMS * sizeof *ends, ends + 2 * ITEMS, 0, NULL, NULL), "read");
    cl_mem t = a;
    a = b;
    b = t;
  }
  need(clFinish(queue), "finish");
}

int main(void) {
  pthread_t threads[THREADS], other;
  int i, sum = 0;
  start("shared.cl", "");
  for (i = 0; i < THREADS; i++)
    current[i] = ints(ITEMS, i), next[i] = ints(ITEMS, 100 + i);
  for (i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)(long)i);
  for (i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (i = 0; i < THREADS; i++)
    printf("%d %d %u\n", done[i], all[i].trips, sums[i]);
  printf("failed %d\n", failed);
  cl_kernel s = kernel_named("step");
  cl_mem a = ints(ITEMS, 0), b = ints(ITEMS, 0);
  around(s, a, b, 2);
  pthread_create(&other, NULL, middle, NULL);
  begun = 1;
  around(s, a, b, 3000);
  pthread_join(other, NULL);
  for (i = ITEMS; i < 2 * ITEMS; i++)
    sum += ends[i];
  printf("middle %d, ends %d %d\n", sum, ends[5], ends[2 * ITEMS + 7]);
  return 0;
}
