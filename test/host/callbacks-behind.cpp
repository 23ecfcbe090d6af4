// The same in a class that keeps the pointer; and a callback of a namespace, which no line in front can declare: the reason says so.
// REQUIRES: device
// RUN: %run-check %S/callbacks-behind.cl %s --entries 1 --host-flag=-I%S/Inputs
// RUN: sed -e 's/^static void tell/namespace own { &/' -e 's/^} \/\/ tell/} }/' -e 's/= tell/= own::tell/' %s > %t.cpp
// RUN: not %persistify %S/callbacks-behind.cl %t.cpp -o %t -- -I%S/Inputs 2>&1 | FileCheck %s
// CHECK: warning: call of 'each' inside the loop: it calls 'tell', which cannot be named where the loop stands: declare it in front of that [PST1001]
#include "setup.h"

class Stepper {
public:
  cl_kernel k = nullptr;
  void (*each)(int, int &) = nullptr;
  int run(int steps) const {
    int sum = 0;
    size_t items = 64;
    for (int t = 0; t < steps; ++t) {
      clSetKernelArg(k, 1, sizeof t, &t);
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      each(t, sum);
    }
    return sum;
  }
};

static void tell(int t, int &sum) {
  if (t % 3)
    sum += t;
} // tell

int main() {
  start("callbacks-behind.cl", "");
  cl_mem m = ints(64, 0);
  Stepper s;
  s.k = kernel_named("add");
  s.each = tell;
  clSetKernelArg(s.k, 0, sizeof m, &m);
  printf("%d\n", s.run(8));
  show("added", m);
}
