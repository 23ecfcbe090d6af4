// Loops in lambdas: what these capture, by reference or as copies. A copy that the lambda
// may change is refused.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 8 --allow-kernel add=12
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// CHECK-DAG: 'n' cannot be captured: a mutable lambda holds a copy of it{{ [[]}}PST1005]
// CHECK-DAG: 'k' cannot be captured: a lambda holds a copy of it{{ [[]}}PST1005]
// CHECK: 7 loops transformed, 3 refused
#include "setup.h"

static cl_kernel k_add;
static cl_mem a;
static const size_t items = 64;

static void add(cl_mem to, int v) {
  need(clSetKernelArg(k_add, 0, sizeof to, &to), "arg");
  need(clSetKernelArg(k_add, 1, sizeof v, &v), "arg");
  need(clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "add");
}

static void copies(int n) {
  int step = 2;
  auto run = [=] {
    for (int i = 0; i < n; i++)
      add(a, i * step);
  };
  run();
}
// The copy is what the variable was when the lambda was made.
static void earlier(int n, cl_mem b) {
  int sum = 0, k = 1;
  k += n;
  auto run = [=, &sum] {
    for (int i = 0; i < n; i++) {
      add(b, i + k);
      sum += i;
    }
  };
  k = 1000;
  run();
  run();
  printf("%d %d\n", sum, k);
}
static void references(int n, cl_mem b) {
  int sum = 0, &other = sum, k = 1, *p = &k;
  auto run = [&] {
    for (int i = 0; i < n; i++) {
      add(b, i + k);
      other += i;
    }
  };
  k = 7;
  run();
  auto through = [=] { // p is a copy, k no: it is read through p
    for (int i = 0; i < n; i++)
      add(b, *p + i);
  };
  k = 9;
  through();
  printf("%d\n", sum);
}
static void nested(int n) {
  auto outer = [n](cl_mem to) {
    auto twice = [&](int v) { add(to, v + v); };
    for (int i = 0; i < n; i++)
      twice(i);
  };
  outer(a);
}
// The event is another function's, which looks at it behind the loop.
static void event_of(int n) {
  cl_event ev = nullptr;
  int i = 0;
  auto run = [&] {
    for (i = 0; i < n; i++) {
      need(clSetKernelArg(k_add, 1, sizeof i, &i), "arg");
      need(clEnqueueNDRangeKernel(queue, k_add, 1, nullptr, &items, nullptr, 0, nullptr, &ev), "add");
      if (i + 1 < n)
        clReleaseEvent(ev);
    }
  };
  run();
  need(clWaitForEvents(1, &ev), "wait");
  cl_int status = -1;
  need(clGetEventInfo(ev, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "status");
  clReleaseEvent(ev);
  printf("%d %d\n", i, status);
}
// Private members, and a static variable of the function around the lambda.
class Stepper {
  int step = 5;

public:
  void run(int n) {
    static int calls = 0;
    auto all = [&] {
      for (int i = 0; i < n; i++) {
        add(a, step++);
        calls += 2;
      }
    };
    all();
    printf("%d %d\n", step, calls);
  }
};
static void changing(int n, cl_mem b) {
  int k = 5;
  auto run = [n, b, k]() mutable {
    k = 9;
    for (int i = 0; i < n; i++)
      add(b, k);
  };
  run();
  auto own = [k](bool set) mutable { return set ? k = 9 : k; };
  own(true);
  for (int i = 0; i < n; i++)
    add(b, own(false));
}
// Two lambdas, of which one has the variable and one a copy of it.
static void both(int n, cl_mem b) {
  int k = 5;
  auto now = [&] { return k; };
  auto run = [=] {
    for (int i = 0; i < n; i++)
      add(b, now() + k);
  };
  k = 6;
  run();
}

int main() {
  start("steps.cl", "");
  k_add = kernel_named("add");
  a = ints(64, 0);
  copies(5);
  earlier(6, a);
  references(4, a);
  nested(3);
  event_of(4);
  Stepper().run(3);
  changing(4, a);
  both(4, a);
  show("a", a);
  return 0;
}
