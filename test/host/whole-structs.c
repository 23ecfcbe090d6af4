/* Structs that are too large for variables: transferred whole, with members that the loop reads and writes by themselves.
   REQUIRES: device
   RUN: %run-check %S/whole-structs.cl %s --host-flag=-I%S/Inputs --entries 6
   RUN: env PERSISTIFY_FAULT=whole-structs not %run-check %S/whole-structs.cl %s --host-flag=-I%S/Inputs --entries 6
*/
#include "setup.h"

typedef struct {
  int mode, round;
  float weight[100];
  short small;
  struct {
    int stop;
    unsigned char tag[40];
  } last;
} settings_t;

static settings_t all = {1, 2, {1, 2, 3}, 4, {0, "abc"}};
static cl_kernel use, change;
static cl_mem data, device_copy;
static size_t global = 64;

static void send(const void *from, size_t bytes) {
  clEnqueueWriteBuffer(queue, device_copy, CL_TRUE, 0, bytes, from, 0, NULL, NULL);
}
static void launch(cl_kernel k) { clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL); }

static void through(settings_t *s, int n) {
  int i;
  for (i = 0; i < n; i++) {
    s->round += i;
    s->last.stop = -i;
    send(s, sizeof *s);
    launch(use);
  }
}

int main(void) {
  int i;
  settings_t own = all, other;
  start("whole-structs.cl", "");
  use = kernel_named("use");
  change = kernel_named("change");
  data = ints(64, 0);
  device_copy = ints(256, 0);
  memset(&other, 0, sizeof other);
  clSetKernelArg(use, 0, sizeof data, &data);
  clSetKernelArg(use, 1, sizeof device_copy, &device_copy);
  clSetKernelArg(change, 0, sizeof device_copy, &device_copy);
  for (i = 0; i < 9; i++) { /* a global one */
    all.round = i * 3;
    all.small++;
    send(&all, sizeof all);
    launch(use);
  }
  for (i = 0; i < 30; i++) { /* read back, and looked at */
    launch(change);
    clEnqueueReadBuffer(queue, device_copy, CL_TRUE, 0, sizeof all, &all, 0, NULL, NULL);
    if (all.last.stop)
      break;
    all.weight[2] += 0.5f;
    all.mode ^= 1;
    send(&all, sizeof all);
  }
  printf("%d %d\n", all.mode, i);
  for (i = 0; i < 7; i++) { /* a local one, in part */
    own.last.tag[1]++;
    own.weight[0] = 7;
    send(&own, sizeof own);
    launch(use);
    clEnqueueReadBuffer(queue, device_copy, CL_TRUE, 0, 8, &own, 0, NULL, NULL);
  }
  through(&own, 5);
  for (i = 0; i < 6; i++) { /* copied */
    other.mode = own.round;
    own.round += other.small;
    other.small += 2;
    send(&other, sizeof other);
    launch(use);
    send(&own, sizeof own);
    launch(use);
  }
  for (i = 0; i < 6; i++) { /* an array in it */
    all.weight[3] += 1;
    all.mode = i;
    send(all.weight, sizeof all.weight);
    launch(use);
  }
  printf("%d %d %d %d %g\n", all.mode, all.round, all.small, all.last.stop, all.weight[2]);
  printf("%d %d %d %d %s %g\n", own.mode, own.round, own.small, own.last.stop, (char *)own.last.tag, own.weight[0]);
  printf("%d %d\n", other.mode, other.small);
  show("data", data);
  show("copy", device_copy);
  return 0;
}
