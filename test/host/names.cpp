// What generated code names at the loop is what the program meant: hidden
// globals, namespaces, members of base classes, references, pointers.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6
#include "setup.h"

int count = 100;
static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

namespace {
int hidden = 7;
namespace inner {
int deep = 3;
}
} // namespace
namespace lib {
int count = 5;
inline namespace v1 {
int version = 1;
}
} // namespace lib

struct Base {
  int n = 1;
  virtual int weight() const { return 10; }
};
struct Heavy : Base {
  int n = 2;
  int weight() const override { return 1000; }
};
class Counter {
public:
  int value() const { return steps; }
  void run(int trips);
  static int made;

private:
  void tick() {
    steps++;
    made += 2;
  }
  int steps = 0;
};
int Counter::made = 0;

static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof(cl_mem), &data);
  clSetKernelArg(add_k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
  count++; // the global one, whatever the caller calls its own
}

static void shadow(int n) {
  int count = 1, hidden = 2, lib = 0;
  for (int i = 0; i < n; i++) {
    int global = i;
    count += global + ::hidden + hidden;
    ::lib::count++;
    ::lib::version *= 2;
    inner::deep += ::count & 1;
    add(count);
  }
  printf("%d %d %d\n", count, hidden, lib);
}

static void bases(int n) {
  Heavy h;
  Heavy &same = h;
  for (int i = 0; i < n; i++) {
    h.n += 2;
    h.Base::n += 3;
    same.n += h.weight();
    add(same.n - h.Base::n);
  }
  printf("%d %d\n", h.n, h.Base::n);
}

void Counter::run(int trips) {
  for (int i = 0; i < trips; i++) {
    tick();
    add(steps + this->steps);
  }
}

static void aliases(int n) {
  int x = 1, y = 2, field[4] = {0, 0, 0, 0};
  int &rx = x, *const py = &y, *pf = field, *second = &field[1];
  for (int i = 0; i < n; i++) {
    rx += y;
    *py += x;
    x++;
    pf[1]++;
    *second += pf[1];
    field[i & 3] += field[1];
    add(rx + y + *second + field[1]);
  }
  printf("%d %d %d %d %d\n", x, y, field[0], field[1], field[2]);
}

struct Point {
  struct {
    int x, y;
  };
  int grid[2][3];
};
static void unnamed(int n) {
  Point p = {{1, 2}, {{1, 2, 3}, {4, 5, 6}}}, q;
  for (int i = 0; i < n; i++) {
    p.x += p.y;
    p.y++;
    p.grid[i & 1][i % 3] += p.x;
    q = p;
    add(q.x * q.y + q.grid[1][2]);
  }
  printf("%d %d %d %d\n", p.x, p.y, p.grid[0][0], p.grid[1][1]);
}

static void lambdas(int n) {
  int total = 0;
  const int step = 3;
  auto more = [&total, step](int by) { return total += by * step; };
  for (int i = 0; i < n; i++) {
    int v = more(i);
    add(v + total);
  }
  printf("%d\n", total);
}

int main() {
  cl_int err;
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", &err);
  data = ints(64, 0);
  shadow(5);
  bases(4);
  Counter c;
  c.run(6);
  aliases(7);
  unnamed(5);
  lambdas(5);
  printf("%d %d %d %d %d %d\n", count, lib::count, lib::version, inner::deep, c.value(), Counter::made);
  show("data", data);
  return 0;
}
