// Members that the loop's function may not name: private and protected ones, of
// classes in namespaces, behind pointers and references, arrays of them.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++11 --entries 5
// RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=alike-members not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %persistify %S/steps.cl %s -o %t -- -I%S/Inputs %cl_inc
// RUN: %cxx -Wall -Wextra -Werror -Wcast-qual -Wold-style-cast -Wshadow -fsyntax-only -isystem %S/Inputs %runtime_flags %cl_inc %t/private-members.cpp
// RUN: %clang -x c++ -std=c++11 -Wall -Werror -Wno-unused-function -Wno-unused-command-line-argument -fsyntax-only -I%S/Inputs %runtime_flags %cl_inc %t/private-members.cpp
#include "setup.h"
#include <memory>
#include <string>

namespace dev {
class Context {
public:
  explicit Context(cl_command_queue q) : queue_(q) {}
  cl_command_queue queue() const { return queue_; }

private:
  cl_command_queue queue_;
};

class Kernel {
public:
  Kernel(Context &on, const std::string &name) : on_(on), items_(64) {
    kernel_ = clCreateKernel(program, name.c_str(), nullptr);
    need(kernel_ ? CL_SUCCESS : CL_INVALID_KERNEL_NAME, name.c_str());
  }
  void set(cl_uint i, cl_mem b) { need(clSetKernelArg(kernel_, i, sizeof b, &b), "arg"); }
  void set(cl_uint i, int v) { need(clSetKernelArg(kernel_, i, sizeof v, &v), "arg"); }
  void run() {
    ++runs_;
    need(clEnqueueNDRangeKernel(on_.queue(), kernel_, 1, nullptr, &items_, nullptr, 0, nullptr, nullptr), "run");
  }
  int runs() const { return runs_; }

private:
  Context &on_;
  size_t items_;
  cl_kernel kernel_;
  int runs_ = 0;
};
} // namespace dev

namespace app {
class Grid {
public:
  Grid() : field{ints(64, 1), ints(64, 9)} {}
  cl_mem at(int i) const { return field[i]; }

protected:
  cl_mem field[2];
};
struct Side : Grid {
  explicit Side(int s) : step(s) {}
  int step;
};

static void both(dev::Kernel &map, dev::Kernel *add, const Side &side) {
  for (int i = 0; i < 3; ++i) {
    map.set(0, side.at(0));
    map.set(1, side.at(1));
    map.set(2, i + side.step);
    map.run();
    add->set(0, side.at(0));
    add->set(1, i);
    add->run();
  }
}
} // namespace app

class Box {
public:
  explicit Box(int first) : mem_(ints(64, first)), size_(64) {}
  cl_mem get() const { return mem_; }
  int size() const { return size_; }

private:
  cl_mem mem_;
  int size_;
};

// Their names are one where only letters count.
struct A {
  class B {
    int n = 2;
    friend int all(const B &b, const class A_B &o);
  };
};
class A_B {
  int n = 5;
  friend int all(const A::B &b, const A_B &o);
};
int all(const A::B &b, const A_B &o) { return b.n * 10 + o.n; }

static void alike(dev::Kernel &add, const A::B &b, const A_B &o) {
  for (int i = 0; i < 3; ++i) {
    add.set(1, i + all(b, o));
    add.run();
  }
}

int main() {
  start("steps.cl", "");
  dev::Context on(queue);
  dev::Kernel map(on, "map"), add(on, "add");
  app::Side side(2);
  app::both(map, &add, side);
  std::unique_ptr<Box> box(new Box(3));
  for (int i = 0; i < 4; ++i) {
    add.set(0, box->get());
    add.set(1, i);
    add.run();
  }
  // exchanged by their addresses
  Box a(1), b(5), *from = &a, *to = &b;
  for (int i = 0; i < 5; ++i) {
    map.set(0, from->get());
    map.set(1, to->get());
    map.set(2, i);
    map.run();
    Box *t = from;
    from = to;
    to = t;
  }
  dev::Kernel *one = &map;
  for (int i = 0; i < 2; ++i) {
    one->set(0, from->get());
    one->set(1, to->get());
    one->set(2, i);
    one->run();
  }
  alike(add, A::B(), A_B());
  show("side", side.at(0));
  show("side", side.at(1));
  show("box", box->get());
  show("a", a.get());
  show("from", from->get());
  printf("%d %d %d\n", map.runs(), add.runs(), to->size());
}
