// std::swap of objects that own a handle: with the usual ways to write the operations of
// such a class it is an exchange of all members. Members that are addresses of what both
// have in common stay where they are, if they are the same.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DRUN=1 --entries 5
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"
#include <utility>
#include <vector>

static cl_kernel map_k;
static size_t items = 64;

static void map(cl_mem from, cl_mem to, int k) {
  clSetKernelArg(map_k, 0, sizeof from, &from);
  clSetKernelArg(map_k, 1, sizeof to, &to);
  clSetKernelArg(map_k, 2, sizeof k, &k);
  clEnqueueNDRangeKernel(queue, map_k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

struct Device {
  cl_command_queue queue;
};

// Moved by exchanging with null; assigned by exchanging.
template <class T> class Buffer {
public:
  Buffer(const Device &on, int first) : on_(&on), n_(64), mem_(ints(64, first)) {}
  Buffer(Buffer &&o) noexcept : on_(o.on_), n_(o.n_), mem_(std::exchange(o.mem_, nullptr)) {}
  Buffer &operator=(Buffer &&o) noexcept {
    std::swap(on_, o.on_);
    std::swap(n_, o.n_);
    std::swap(mem_, o.mem_);
    return *this;
  }
  ~Buffer() {
    if (mem_)
      clReleaseMemObject(mem_);
  }
  cl_mem get() const { return mem_; }

private:
  const Device *on_;
  size_t n_;
  cl_mem mem_;
};

// Released before it is assigned; a swap with oneself is none.
class Field {
public:
  int level;
  Field(int first, int level) : level(level), mem_(ints(64, first)) {}
  Field(Field &&o) : level(o.level), mem_(o.mem_) { o.mem_ = NULL; }
  Field &operator=(Field &&o) {
    if (this == &o)
      return *this;
    release();
    level = o.level;
    mem_ = o.mem_;
    o.mem_ = nullptr;
    return *this;
  }
  ~Field() { release(); }
  operator cl_mem() const { return mem_; }

private:
  void release() {
    if (mem_ != nullptr) {
      clReleaseMemObject(mem_);
      mem_ = nullptr;
    }
  }
  cl_mem mem_;
};

// Copied, with a count of owners; assigned by value.
class Shared {
  cl_mem mem_;

public:
  explicit Shared(int first) : mem_(ints(64, first)) {}
  Shared(const Shared &o) : mem_(o.mem_) {
    if (mem_)
      clRetainMemObject(mem_);
  }
  Shared &operator=(Shared o) {
    std::swap(mem_, o.mem_);
    return *this;
  }
  ~Shared() {
    if (mem_)
      clReleaseMemObject(mem_);
  }
  cl_mem get() const { return mem_; }
};

// One that has such members, and no operations of its own.
struct State {
  Field field;
  int steps;
  State(int first, int steps) : field(first, steps), steps(steps) {}
};

// Notices each move.
static int moves;
class Counted {
  cl_mem mem_;

public:
  explicit Counted(int first) : mem_(ints(64, first)) {}
  Counted(Counted &&o) : mem_(o.mem_) {
    o.mem_ = nullptr;
    ++moves;
  }
  Counted &operator=(Counted &&o) {
    std::swap(mem_, o.mem_);
    return *this;
  }
  cl_mem get() const { return mem_; }
};
// Takes the other's handle and keeps its own size.
struct Sized {
  cl_mem mem;
  int n;
  Sized(int first, int n) : mem(ints(64, first)), n(n) {}
  Sized(Sized &&o) : mem(o.mem), n(o.n) {}
  Sized &operator=(Sized &&o) {
    mem = o.mem;
    return *this;
  }
};

#ifndef RUN
void counted(Counted &a, Counted &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.get(), b.get(), i);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Counted inside the loop has unknown effects [PST1014]
void sized(Sized &a, Sized &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.mem, b.mem, i + a.n);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Sized inside the loop has unknown effects [PST1014]
#endif

int main() {
  start("steps.cl", "");
  map_k = kernel_named("map");
#ifdef RUN
  Device on = {queue};
  Buffer<int> a(on, 1), b(on, 9);
  for (int i = 0; i < 5; ++i) {
    map(a.get(), b.get(), i);
    std::swap(a, b);
  }
  show("a", a.get());
  show("b", b.get());
  Field f(2, 10), g(7, 20);
  for (int i = 0; i < 3; ++i) {
    map(f, g, f.level);
    std::swap(f, g);
    std::swap(g, g);
  }
  show("f", f);
  show("g", g);
  Shared s(4), t(5);
  for (int i = 0; i < 3; ++i) {
    map(s.get(), t.get(), i);
    std::swap(s, t);
  }
  show("s", s.get());
  State now(3, 1), next(6, 2);
  for (int i = 0; i < 3; ++i) {
    map(now.field, next.field, now.steps++);
    std::swap(now, next);
  }
  show("now", now.field);
  printf("%d %d %d %d\n", f.level, g.level, now.steps, next.steps);
  {
    std::vector<Field> pair;
    pair.emplace_back(1, 5);
    pair.emplace_back(2, 6);
    for (int i = 0; i < 3; ++i) {
      map(pair[0], pair[1], pair[0].level + i);
      std::swap(pair[0], pair[1]);
    }
    show("pair", pair[1]);
    printf("%d\n", pair[1].level);
  }
#else
  Counted a(1), b(2);
  counted(a, b);
  Sized c(1, 2), d(3, 4);
  sized(c, d);
#endif
}
