// std::swap of objects that own a handle: with the usual ways to write the operations of
// such a class it is an exchange of all members. Members that are addresses of what both
// have in common stay where they are, if they are the same.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-DRUN=1 --entries 5
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// RUN: %long env PERSISTIFY_FAULT=copied-as-moved not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist
// RUN: %long env PERSISTIFY_FAULT=silent-members not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist
// RUN: %long env PERSISTIFY_FAULT=returned-nothing not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist
// RUN: %long env PERSISTIFY_FAULT=templates-idle not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --no-persist
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

// A destructor, so no moves: the compiler copies the member.
static int copies;
struct Copied {
  cl_mem mem;
  explicit Copied(int first) : mem(ints(64, first)) {}
  Copied(const Copied &o) : mem(o.mem) {
    clRetainMemObject(mem);
    ++copies;
  }
  Copied(Copied &&o) : mem(std::exchange(o.mem, nullptr)) {}
  Copied &operator=(const Copied &o) {
    clRetainMemObject(o.mem);
    clReleaseMemObject(mem);
    mem = o.mem;
    return *this;
  }
  Copied &operator=(Copied &&o) {
    std::swap(mem, o.mem);
    return *this;
  }
  ~Copied() {
    if (mem)
      clReleaseMemObject(mem);
  }
};
struct Holder {
  Copied c;
  explicit Holder(int first) : c(first) {}
  ~Holder() {}
};
// Each move makes an object that counts those.
static int made;
struct Noted {
  int n;
  Noted() : n(0) { ++made; }
};
struct Parts {
  Noted noted;
  cl_mem mem = nullptr;
};
struct Composed {
  Parts p;
  explicit Composed(int first) { p.mem = ints(64, first); }
  Composed(Composed &&o) : p() { exchange(o); }
  Composed &operator=(Composed &&o) {
    exchange(o);
    return *this;
  }

private:
  void exchange(Composed &o) {
    std::swap(p.mem, o.p.mem);
    std::swap(p.noted.n, o.p.noted.n);
  }
};
// Notices each move, in a function that returns what returns nothing.
class Told {
  cl_mem mem_;
  static void count() { ++moves; }
  static void tell() { return count(); }

public:
  explicit Told(int first) : mem_(ints(64, first)) {}
  Told(Told &&o) : mem_(std::exchange(o.mem_, nullptr)) { tell(); }
  Told &operator=(Told &&o) {
    std::swap(mem_, o.mem_);
    return *this;
  }
  cl_mem get() const { return mem_; }
};
// Copies of its own, which a move passes by.
struct Forwarding {
  cl_mem mem;
  explicit Forwarding(int first) : mem(ints(64, first)) {}
  Forwarding(const Forwarding &) = default;
  Forwarding &operator=(const Forwarding &) = default;
  template <class U> Forwarding &operator=(U &&o) {
    mem = o.mem;
    ++moves;
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
void copied(Holder &a, Holder &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.c.mem, b.c.mem, i);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Holder inside the loop has unknown effects [PST1014]
void composed(Composed &a, Composed &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.p.mem, b.p.mem, i);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Composed inside the loop has unknown effects [PST1014]
void told(Told &a, Told &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.get(), b.get(), i);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Told inside the loop has unknown effects [PST1014]
void forwarded(Forwarding &a, Forwarding &b) {
  for (int i = 0; i < 3; ++i) {
    map(a.mem, b.mem, i);
    std::swap(a, b);
  }
}
// CHECK: [[@LINE-3]]:15: warning: implicit call of the copy of Forwarding inside the loop has unknown effects [PST1014]
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
  State now(3, 1), next(6, 20);
  for (int i = 0; i < 3; ++i) {
    map(now.field, next.field, now.field.level + now.steps++);
    std::swap(now, next);
  }
  show("now", now.field);
  printf("%d %d %d %d\n", f.level, g.level, now.steps, next.steps);
  printf("%d %d\n", now.field.level, next.field.level);
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
  Holder e(1), f(2);
  copied(e, f);
  Composed g(1), h(2);
  composed(g, h);
  Told i(1), j(2);
  told(i, j);
  Forwarding k(1), l(2);
  forwarded(k, l);
  printf("%d %d %d\n", moves, copies, made);
#endif
}
