// Objects that the loop makes anew in each trip: what () and {} set to zero, members with initialisers that name
// other members, bases in braces.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 8
// RUN: %long env PERSISTIFY_FAULT=left-over not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 8
// RUN: %long env PERSISTIFY_FAULT=outer-this not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++20 --entries 8
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void go(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

struct Point {
  int x, y;
};
struct Line {
  Point from;
  int w[3];
};
struct Marked : Point {
  int mark;
};
struct Made : Point {
  int extra;
  Made() : Point(), extra() {}
};
class Shut {
public:
  int open;
  int sum() const { return open + shut; }
  void add(int i) { shut += i; }

private:
  int shut;
};
struct Own {
  int a = 1;
  int b = a + 2;
  int c = b * a;
};
struct Runner {
  int a = 50;
  int b = a + 1;
  void run() {
    for (int i = 0; i < 5; i++) {
      Own o{i};
      Own p{.b = i};
      go(o.b + o.c * 10 + p.c * 100 + a + b);
    }
  }
};
static int weigh(Point p) {
  p.x += 3;
  return p.x + p.y;
}

int main() {
  start("steps.cl", "");
  a = ints(64, 0);
  k = kernel_named("add");
  for (int i = 0; i < 5; i++) {
    Point p = Point();
    p.x += i;
    p.y += 3;
    go(p.x + p.y * 10);
  }
  for (int i = 0; i < 5; i++) {
    Line l{};
    Line m = Line();
    l.from.y += i;
    l.w[1] += 2;
    m.w[2] += l.w[1] + i;
    go(l.from.y + l.w[1] + m.w[2] * 10 + m.from.x);
  }
  for (int i = 0; i < 5; i++) {
    Shut s[2]{};
    s[1].open += i;
    s[0].add(i);
    go(s[0].sum() + s[1].sum());
  }
  for (int i = 0; i < 5; i++) {
    Made d;
    d.x += i;
    d.y += 2;
    d.extra += d.y;
    go(d.x + d.y * 10 + d.extra * 100);
  }
  for (int i = 0; i < 5; i++) {
    Marked m = {{i, 2}, 3};
    Marked z{};
    z.y += m.mark;
    z.mark += m.x;
    go(m.x + m.y * 10 + m.mark * 100 + z.y * 1000 + z.mark);
  }
  for (int i = 0; i < 5; i++)
    go(weigh(Point()) + weigh({i}) + weigh(Point{}));
  Runner().run();
  for (int i = 0; i < 5; i++) {
    Own o;
    Own p = {7, i};
    go(o.c + p.c);
  }
  show("a", a);
}
