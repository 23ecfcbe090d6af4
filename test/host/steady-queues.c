/* Queues kept by device: an index that the loop leaves alone names one of them for good. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 -- 2
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 -- 0
// RUN: env PERSISTIFY_FAULT=steady not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 7 -- 2
#include "setup.h"

enum { DEVICES = 129, FEW = 4 };
cl_command_queue queues[DEVICES];
static cl_kernel add, raise;
static int gpu_id, items_of[FEW] = {64, 64, 64, 64};

struct device {
  const char *name;
  cl_command_queue q;
  int calls;
};
struct context {
  cl_command_queue *queue;
  struct device *dev;
  struct { int ordinal; } at;
  unsigned char which;
};
static struct device devices[FEW];

/* As an engine does: everything by the number of the device, in file variables. */
static void engine(cl_mem a, int n) {
  size_t items = 64;
  for (int i = 1; i <= n; i++) {
    need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queues[gpu_id], add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    need(clFinish(queues[gpu_id]), "finish");
  }
}

/* By a helper with a parameter, and the queue in a variable of the loop. */
static void launch_on(int dev, cl_kernel k, cl_mem a, int v) {
  cl_command_queue q = queues[dev];
  size_t items = items_of[1];
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void by_helper(cl_mem a, int n, int id) {
  cl_kernel k = kernel_named("add");
  for (int i = 0; i < n; i++) {
    int here = id;
    launch_on(here, k, a, i + 3);
    clFinish(queues[id]);
  }
}

/* An array of structs: all that one device has. */
static void of_struct(cl_mem a, int n, unsigned id) {
  size_t items = 64;
  for (int i = 0; i < n; i++) {
    struct device *d = &devices[id];
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(d->q, add, 1, NULL, &items, NULL, 0, NULL, NULL);
    devices[id].calls++;
  }
  printf("calls %d\n", devices[id].calls);
}

/* Behind pointers, where nobody says how many there are. */
static void behind_pointers(struct context *ctx, cl_mem a, cl_mem flag, int n) {
  size_t items = 64;
  int more = n > 0, limit = 90;
  while (more) {
    more = 0;
    clEnqueueWriteBuffer(ctx->queue[ctx->which], flag, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL);
    clSetKernelArg(raise, 0, sizeof a, &a);
    clSetKernelArg(raise, 1, sizeof flag, &flag);
    clSetKernelArg(raise, 2, sizeof limit, &limit);
    clEnqueueNDRangeKernel(ctx->dev[ctx->at.ordinal].q, raise, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(ctx->queue[ctx->which], flag, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL);
  }
}

/* An index that is computed, the same each time. */
static void computed(cl_mem a, int n, int base, int last) {
  cl_kernel k = kernel_named("add");
  size_t items = 64;
  for (int i = 1; i <= n; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[base + (last ? 2 : 1)], k, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queues[base * 2]);
  }
}

/* One that another device has as well: the runtime compares them. */
static void same_one(cl_mem a, int n, int x, int y) {
  cl_kernel k = kernel_named("add");
  size_t items = 64;
  for (int i = 1; i <= n; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queues[x], k, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queues[y]);
  }
}

/* Never asked for: what the index says is no element then. */
static void not_used(cl_mem a, int n, int id) {
  cl_kernel k = kernel_named("add");
  size_t items = 64;
  for (int i = 1; i <= n; i++) {
    clSetKernelArg(k, 0, sizeof a, &a);
    clSetKernelArg(k, 1, sizeof i, &i);
    if (id >= 0)
      clEnqueueNDRangeKernel(queues[id], k, 1, NULL, &items, NULL, 0, NULL, NULL);
    else
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? 5 : 0;
  start("steps.cl", "");
  gpu_id = argc > 1 ? atoi(argv[1]) : 0;
  queues[gpu_id] = queues[2] = queues[3] = queue;
  add = kernel_named("add");
  raise = kernel_named("raise");
  for (int i = 0; i < FEW; i++) {
    struct device d = {"one", queue, 0};
    devices[i] = d;
  }
  cl_mem a = ints(64, 0), flag = ints(1, 0);
  struct context ctx = {queues, devices, {1}, 3};
  engine(a, n);
  by_helper(a, n, gpu_id);
  of_struct(a, n, 3);
  behind_pointers(&ctx, a, flag, n);
  computed(a, n, 1, argc > 0);
  same_one(a, n, 2, 3);
  not_used(a, n, gpu_id);
  show("a", a);
  return 0;
}
