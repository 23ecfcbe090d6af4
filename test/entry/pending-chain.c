/* Of two devices' queues - here two queues of one device - the second waits for the first, which waits for the host: for a
   callback's thread that is let go by what follows the loop. The loop is left three times, twice with its queue blocked.
   Beside it: commands that only take long are waited for.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL -pthread
   RUN: %cc %cl_inc -w -I%t %t/pending-chain.c -I%S/../host/Inputs %runtime_flags -pthread -o %t/program
   RUN: cd %t && %env_device timeout 100 ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 timeout 100 ./program > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err
   CHECK-COUNT-2: original loop: commands before the loop have not ended
   CHECK-NOT: original loop
   CHECK: entries=4 persistent=2 fallback=2
*/
#include "setup.h"
#include <pthread.h>
#include <stdbool.h>

typedef struct {
  pthread_mutex_t m;
  pthread_cond_t c;
  bool open;
  cl_event to;
} gate;

static void *keeper(void *p) {
  gate *g = (gate *)p;
  pthread_mutex_lock(&g->m);
  while (!g->open)
    pthread_cond_wait(&g->c, &g->m);
  pthread_mutex_unlock(&g->m);
  clSetUserEventStatus(g->to, CL_COMPLETE);
  return NULL;
}

static void let_go(gate *g) {
  pthread_mutex_lock(&g->m);
  g->open = true;
  pthread_cond_signal(&g->c);
  pthread_mutex_unlock(&g->m);
}

static void sweep(cl_command_queue q, cl_kernel k, cl_mem data, int from, int to) {
  size_t global[1] = {128};
  need(clSetKernelArg(k, 0, sizeof(cl_mem), &data), "data");
  while (from != to) {
    if (clSetKernelArg(k, 1, sizeof(int), &from) != CL_SUCCESS)
      break;
    if (clEnqueueNDRangeKernel(q, k, 1, NULL, global, NULL, 0, NULL, NULL) != CL_SUCCESS)
      break;
    from++;
  }
}

int main(void) {
  cl_int err;
  start("steps.cl", "");
  cl_command_queue first = queue, second = clCreateCommandQueue(context, device, 0, &err);
  need(err, "second queue");
  cl_kernel add = kernel_named("add"), mine = kernel_named("add"), tick = kernel_named("tick");
  cl_mem data = ints(128, 1), other = ints(128, 2);
  for (int round = 0; round < 2; round++) {
    gate g = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, clCreateUserEvent(context, &err)};
    pthread_t thread;
    pthread_create(&thread, NULL, keeper, &g);
    size_t n = 128;
    int d = 40 + round;
    cl_event done;
    clSetKernelArg(mine, 0, sizeof other, &other);
    clSetKernelArg(mine, 1, sizeof d, &d);
    need(clEnqueueNDRangeKernel(first, mine, 1, NULL, &n, NULL, 1, &g.to, &done), "first");
    clFlush(first);
    need(clEnqueueMarkerWithWaitList(second, 1, &done, NULL), "second waits");
    sweep(second, add, data, 0, 5);
    let_go(&g);
    pthread_join(thread, NULL);
    clFinish(second);
    clFinish(first);
    clReleaseEvent(done);
    clReleaseEvent(g.to);
  }
  show("blocked", data);
  sweep(second, add, data, 5, 9);
  /* Some 100 ms of work in front, and no event that nobody has set. */
  size_t one = 1;
  int rounds = 60000000;
  clSetKernelArg(tick, 0, sizeof other, &other);
  clSetKernelArg(tick, 1, sizeof rounds, &rounds);
  clEnqueueNDRangeKernel(second, tick, 1, NULL, &one, NULL, 0, NULL, NULL);
  sweep(second, add, data, 9, 21);
  clFinish(second);
  show("free", data);
  return 0;
}
