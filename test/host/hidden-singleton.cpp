// The one object of a class, by a method that only the class may call: from a function, and from a template that runs as one.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++14 --entries 3 --allow-kernel add -- 6
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++14 2>&1 | FileCheck %s
#include "setup.h"

class Adder {
public:
  static cl_kernel kernel() { return the().k; }
  static void count() { ++the().launches; }
  static int launched() { return the().launches; }

private:
  Adder() : k(kernel_named("add")) {}
  static Adder &the() {
    static Adder only;
    return only;
  }
  cl_kernel k;
  int launches = 0;
};

class Target {
  cl_mem mem;
  explicit Target(int first) : mem(ints(64, first)) {}

protected:
  static Target *other() {
    static Target one(7);
    return &one;
  }
  // One of two: which one is meant says the argument, so no address says it.
  static Target &either() {
    static Target zero(0);
    return zero;
  }
  static Target &either(int) { return *other(); }

public:
  static cl_mem first() { return other()->mem; }
  static cl_mem second() { return either().mem; }
};

template <class T> struct Series {
  T by;
  void run(cl_mem m, int trips) {
    const size_t items = 64;
    for (int t = 0; t < trips; ++t) {
      clSetKernelArg(Adder::kernel(), 0, sizeof m, &m);
      clSetKernelArg(Adder::kernel(), 1, sizeof by, &by);
      clEnqueueNDRangeKernel(queue, Adder::kernel(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
      Adder::count();
      by += 2;
    }
  }
};

int main(int argc, char **argv) {
  const int trips = atoi(argv[argc - 1]);
  const size_t items = 64;
  start("steps.cl", "");
  cl_mem m = ints(64, 0);
  Adder::count();
  Series<int> series{3};
  series.run(m, trips);
  show("template", m);
  for (int t = 0; t < trips; ++t) {
    clSetKernelArg(Adder::kernel(), 1, sizeof t, &t);
    clEnqueueNDRangeKernel(queue, Adder::kernel(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    Adder::count();
  }
  show("plain", m);
  show("not yet", Target::first());
  for (int t = 0; t < trips; ++t) {
    cl_mem to = Target::first();
    clSetKernelArg(Adder::kernel(), 0, sizeof to, &to);
    clEnqueueNDRangeKernel(queue, Adder::kernel(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("pointed to", Target::first());
  // CHECK: hidden-singleton.cpp:[[#]]:{{.*}}'zero' cannot be captured: it is a static variable of another function
  for (int t = 0; t < trips; ++t) {
    cl_mem to = Target::second();
    clSetKernelArg(Adder::kernel(), 0, sizeof to, &to);
    clEnqueueNDRangeKernel(queue, Adder::kernel(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  show("overloaded", Target::second());
  printf("%d\n", Adder::launched());
}
