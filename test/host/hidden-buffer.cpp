// A global buffer, set as an argument in front of the loop, is the same one where a local of the loop's function hides its name.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 3
// RUN: %long env PERSISTIFY_FAULT=keys-hidden not %{check} --entries 3 | FileCheck %s
// CHECK: original loop
#include "setup.h"

static cl_kernel add;
static cl_mem s;
namespace held {
static cl_mem data;
}

static int first(cl_mem of) {
  int v;
  clEnqueueReadBuffer(queue, of, CL_TRUE, 0, sizeof v, &v, 0, NULL, NULL);
  return v;
}
static void step(int by) {
  size_t n = 64;
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL);
}
static int of_s() { return first(s); }
static int of_held() { return first(held::data); }

static void local() {
  int s = 0;
  for (int i = 0; i < 20 && s < 200; i++) {
    step(1 + (s & 3));
    s += of_s();
  }
  printf("%d\n", s);
}
static void parameter(int held) {
  for (int i = 0; i < 20; i++) {
    step(held & 7);
    held += of_held();
  }
  printf("%d\n", held);
}
struct Runner {
  int s = 1;
  void run() {
    for (int i = 0; i < 9; i++) {
      step(s & 7);
      s += of_s();
    }
    printf("%d\n", s);
  }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  s = ints(64, 3);
  held::data = ints(64, 5);
  clSetKernelArg(add, 0, sizeof s, &s);
  local();
  Runner runner;
  runner.run();
  clSetKernelArg(add, 0, sizeof s, &held::data);
  parameter(4);
  show("s", s);
  show("data", held::data);
}
