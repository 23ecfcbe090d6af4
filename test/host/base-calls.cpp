/* Member functions that call what they override, by its name: they do not call themselves, whatever else overrides that. One step
   for all classes; a chain of three; templates and several bases. What calls itself through another virtual function is told of.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 3
   RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s --implicit-check-not=PST1016
   RUN: env PERSISTIFY_FAULT=base-overridden %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | not FileCheck %s --implicit-check-not=PST1016
   CHECK: persistify: 3 loops transformed, 0 refused
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DMUTUAL 2>&1 | FileCheck %s --check-prefix=MUTUAL
   MUTUAL-DAG: warning: 'launch' calls itself, directly or indirectly [PST1016]
   MUTUAL-DAG: warning: 'run' calls itself, directly or indirectly [PST1016]
*/
#include "setup.h"

static cl_kernel add;

static void step(cl_mem cells, int by) {
  const size_t items = 64;
  clSetKernelArg(add, 0, sizeof cells, &cells);
  clSetKernelArg(add, 1, sizeof by, &by);
  need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
}

#ifndef MUTUAL
struct Stage {
  cl_mem cells;
  int total = 0;
  explicit Stage(cl_mem b) : cells(b) {}
  virtual ~Stage() {}
  virtual int go(int by) {
    step(cells, by);
    return total += by;
  }
};

struct Doubled : Stage {
  using Stage::Stage;
  int go(int by) override {
    const int first = Stage::go(by);
    step(cells, first);
    return first + Stage::go(2 * by);
  }
};

struct Counted final : Doubled {
  using Doubled::Doubled;
  int calls = 0;
  int go(int by) override {
    ++calls;
    return this->Doubled::go(by + calls);
  }
};

template <class Base> struct Traced : virtual Base {
  int seen = 0;
  void act(int v) override {
    Base::act(v + 1);
    seen += v;
    step(this->where, seen);
  }
};

struct Left {
  cl_mem where = nullptr;
  virtual ~Left() = default;
  virtual void act(int v) { step(where, v); }
};

struct Both : Traced<Left> {
  void act(int v) override { Traced<Left>::act(v * 3); }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  Doubled doubled(ints(64, 1));
  int sum = 0;
  for (int i = 0; i < 4; i++)
    sum += doubled.go(i);
  Counted counted(ints(64, 2));
  for (int i = 0; i < 4; i++)
    sum = sum * 3 + counted.go(i);
  Both both;
  both.where = ints(64, 3);
  for (int i = 0; i < 4; i++)
    both.act(i + sum);
  printf("%d %d %d %d\n", sum, doubled.total, counted.calls, both.seen);
  show("doubled", doubled.cells);
  show("counted", counted.cells);
  show("both", both.where);
}
#else
struct Loop {
  cl_mem cells = nullptr;
  virtual ~Loop() = default;
  virtual bool more(int i) { return i < 4; }
  virtual void launch(int i) { run(i); }
  void run(int i) {
    step(cells, i);
    if (more(i))
      launch(i + 1);
  }
};

struct Again : Loop {
  void launch(int i) override { Loop::launch(i); }
};

int main() {
  start("steps.cl", "");
  add = kernel_named("add");
  Again again;
  again.cells = ints(64, 1);
  again.run(0);
  show("cells", again.cells);
}
#endif
