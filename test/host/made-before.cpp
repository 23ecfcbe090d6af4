// Objects that are made when a function is called first: naming one in front of the loop may not make it.
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++14
// RUN: %{check} --entries 4 --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=made-by-naming not %{check} --entries any --allow-kernel add
// RUN: %long env PERSISTIFY_FAULT=plain-constructors not %{check} --entries any --allow-kernel add
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs -std=c++14 2>&1 | FileCheck %s
#include "setup.h"

struct Scale {
  int factor;
  explicit Scale(int f) : factor(f) { printf("a scale of %d\n", f); }
};
static Scale &rare() { static Scale one(7); return one; }
static Scale &early() { static Scale one(2); return one; }
static Scale &late() { static Scale one(3); return one; }
static Scale &owned() { static Scale one(5); return one; }
static Scale &chosen() { static Scale one(11); return one; }

struct Plain {
  int factor = 4;
};
static Plain &plain() { static Plain one; return one; }

static cl_kernel k;
static cl_mem m;

static void add(int by) {
  const size_t items = 64;
  clSetKernelArg(k, 0, sizeof m, &m);
  clSetKernelArg(k, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

static int twice() { return 2 * early().factor; }

class Owner {
  int own;

public:
  Owner() : own(owned().factor) {}
  void run(int trips) {
    for (int t = 0; t < trips; ++t)
      add(own + owned().factor);
  }
};

static Scale &given() { static Scale one(13); return one; }
class Either {
  int own;

public:
  Either() : own(given().factor) {}
  template <class T> explicit Either(T by) : own(by) {} // makes none
  void run(int trips) {
    // CHECK: made-before.cpp:[[@LINE+2]]:{{.*}}'one' cannot be captured: 'given' makes it
    for (int t = 0; t < trips; ++t)
      add(t < 2 ? own : given().factor);
  }
};

static void series(int trips) {
  for (int t = 0; t < trips; ++t)
    add(t * early().factor);
}

int main(int argc, char **) {
  start("steps.cl", "");
  k = kernel_named("add");
  m = ints(64, 0);

  puts("no trip");
  // CHECK: made-before.cpp:[[@LINE+2]]:{{.*}}'one' cannot be captured: 'rare' makes it when it is called first
  for (int t = argc; t < 1; ++t)
    add(rare().factor);

  puts("plain"); // made without a call
  for (int t = 0; t < 4; ++t)
    add(plain().factor++);

  puts("early");
  if (argc > 5)
    puts("perhaps");
  int by = twice();
  for (int t = 0; t < 4; ++t)
    add(by + early().factor);
  series(5);

  puts("late");
  // CHECK: made-before.cpp:[[@LINE+2]]:{{.*}}'one' cannot be captured: 'late' makes it
  for (int t = 0; t < 4; ++t)
    add(late().factor);
  for (int t = 0; t < 4; ++t)
    add(late().factor * 2);

  puts("owned");
  Owner owner;
  owner.run(3);

  puts("given");
  Either(1.5f).run(2);
  puts("given, then");
  Either().run(3);

  puts("chosen"); // on one of two ways
  if (argc > 5)
    chosen().factor = 1;
  // CHECK: made-before.cpp:[[@LINE+3]]:{{.*}}'one' cannot be captured: 'chosen' makes it
  for (int t = 0; t < 4; ++t)
    if (t > 10)
      add(chosen().factor);
    else
      add(t);
  show("end", m);
}
