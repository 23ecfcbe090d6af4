// H6: host objects that are not the loop's own: refused by name where the
// program text tells, else found by a guard when the program runs.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs
// RUN: %{check} --entries 1 -- plain
// RUN: %{check} --expect-fallback "host memory" -- host-pointer
// RUN: %{check} --expect-fallback "same memory" -- alias
// RUN: %persistify %S/h2-arguments.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs 2>&1 | FileCheck %s
#include "setup.h"
#include <atomic>
#include <string>

static cl_kernel blend;
static size_t global = 64;
static void go(int v) {
  clSetKernelArg(blend, 2, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
}

volatile int interrupted;
static void stops(int n) {
  for (int i = 0; i < n && !interrupted; i++)
    go(i);
}
// CHECK: 'interrupted' cannot be captured: it is volatile [PST1005]

std::atomic<int> other_thread;
static void shares(int n) {
  for (int i = 0; i < n; i++)
    go(other_thread);
}
// CHECK: warning: {{.*}} [PST10

// x and *p may be one object; so may x and a buffer's memory.
static int moves(int *p, int &x, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    *p += 2;
    x++;
    sum += x * *p;
    go(x);
    clFinish(queue);
  }
  return sum;
}
// CHECK: 1 loop transformed, 2 refused

int main(int argc, char **argv) {
  std::string how = argc > 1 ? argv[1] : "plain";
  cl_int err;
  start("h2-arguments.cl", "");
  blend = clCreateKernel(program, "blend", &err);
  static int memory[64] __attribute__((aligned(4096)));
  cl_mem a = ints(64, 1), b = ints(64, 7);
  if (how == "host-pointer")
    a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof memory, memory, &err);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  int x = 1, y = 2;
  if (how == "host-pointer")
    printf("%d\n", moves(&y, x, 3) + (moves(&memory[70 % 64], x, 0)));
  if (how == "alias")
    printf("%d\n", moves(&x, x, 4));
  else if (how == "plain")
    printf("%d\n", moves(&y, x, 4));
  else
    printf("%d\n", moves(&y, memory[63], 1) > 0);
  printf("%d %d\n", x, y);
  show("b", b);
  return 0;
}
