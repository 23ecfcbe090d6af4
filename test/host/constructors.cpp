// Objects of the program's own classes that the loop makes: bases, members with
// initialisers, references, temporaries, delegation.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5 --allow-kernel add=2 -- 7
// RUN: %persistify %S/steps.cl %s -o %t.out -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"

// A setter that counts.
class Arguments {
public:
  explicit Arguments(cl_kernel k) : kernel(k) {}
  template <class T> Arguments &operator<<(const T &v) {
    need(clSetKernelArg(kernel, next++, sizeof(T), &v), "argument");
    return *this;
  }

private:
  cl_kernel kernel;
  cl_uint next = 0;
};

static void streamed(cl_kernel map, int n) {
  cl_mem a = ints(64, 1), b = ints(64, 2);
  size_t items = 64;
  for (int i = 0; i < n; ++i) {
    Arguments(map) << a << b << i;
    clEnqueueNDRangeKernel(queue, map, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    cl_mem t = a;
    a = b;
    b = t;
  }
  show("streamed", a);
  show("streamed", b);
}

// Sizes as an object with a base, a default and a body.
struct Extent {
  size_t x, y;
  Extent(size_t x, size_t y) : x(x), y(y) {}
};
struct Launch : Extent {
  static const int Most = 8;
  cl_kernel &kernel;
  size_t local[2] = {4, 4};
  int value;
  Launch(cl_kernel &k, int v) : Extent(8, 8), kernel(k), value(v * 2) {
    if (v % 3 == 0)
      local[0] = 2;
    value += int(local[0]);
  }
  Launch(cl_kernel &k) : Launch(k, Most) {}
  void run(cl_mem a) const {
    const size_t global[] = {x, y};
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof value, &value);
    clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, local, 0, nullptr, nullptr);
  }
};

static void sized(cl_kernel stamp, int n) {
  cl_mem a = ints(64, 0);
  for (int i = 0; i < n; ++i) {
    Launch one(stamp, i);
    one.run(a);
    const Launch two{stamp};
    two.run(a);
  }
  show("sized", a);
}

// A counter by reference, a member that is an object, a copy.
struct Pair {
  int a, b;
  Pair() : a(1), b(2) {}
  Pair(const Pair &o) : a(o.b), b(o.a + 1) {}
};
class Step {
  int &total;
  Pair p, q;

public:
  Step(int &t, const Pair &from) : total(t), p(), q(from) { total += q.a; }
  int next() { return total += p.b * q.b; }
};

static void counted(cl_kernel add, int n) {
  cl_mem a = ints(64, 5);
  size_t items = 64;
  int total = 0;
  Pair start;
  start.a = n;
  for (int i = 0; i < n; ++i) {
    Step s(total, start);
    int v = s.next() - i;
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  printf("total %d\n", total);
  show("counted", a);
}

// The branch that a kernel handle decides.
static void either(cl_kernel add, cl_kernel stamp, int n) {
  cl_mem a = ints(64, 9);
  for (int i = 0; i < n; ++i)
    for (int side = 0; side < 2; ++side) {
      cl_kernel k = side ? add : stamp;
      size_t items = k == add ? 64 : 8;
      clSetKernelArg(k, 0, sizeof a, &a);
      clSetKernelArg(k, 1, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
    }
  show("either", a);
}

// What it says when it dies is said behind the loop.
struct Noisy {
  int v;
  Noisy(int v) : v(v) {}
  ~Noisy() { puts("gone"); }
};
static void noisy(cl_kernel add, int n) {
  cl_mem a = ints(64, 5);
  size_t items = 64;
  for (int i = 0; i < n; ++i) {
    Noisy v(i);
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof v.v, &v.v);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}

// One step outside: the elements of an array die one by one.
static void pairs(cl_kernel add, int n) {
  cl_mem a = ints(64, 5);
  size_t items = 64;
  for (int i = 0; i < n; ++i) {
    Noisy v[2] = {i, i + 1};
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof v[1].v, &v[1].v);
    clEnqueueNDRangeKernel(queue, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
}
// CHECK: [[@LINE-6]]:5: warning: implicit call of the destructor of 'v' inside the loop {{.*}} [PST1014]

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4;
  start("steps.cl", "");
  cl_kernel map = clCreateKernel(program, "map", nullptr), stamp = clCreateKernel(program, "stamp", nullptr),
            add = clCreateKernel(program, "add", nullptr);
  streamed(map, n);
  sized(stamp, n);
  counted(add, n);
  either(add, stamp, n);
  noisy(add, 2);
  pairs(add, 2);
  return 0;
}
// CHECK: 5 loops transformed, 1 refused
