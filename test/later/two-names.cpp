// What the host prints, times or appends to behind the region is not what the region has under another name. A name
// that is bound in this function is followed; pointers and references from outside are compared when the loop begins.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 7
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "are the same memory" -- same
// RUN: %persistify %S/steps.cl %s -o %t.out -- %cl_inc -I%S/../host/Inputs 2>&1 | FileCheck %s
#include "setup.h"
#include <ctime>
#include <iostream>
#include <vector>

static cl_kernel kernel;
static cl_mem a;
static void add(int v) {
  size_t items = 64;
  clSetKernelArg(kernel, 0, sizeof a, &a);
  clSetKernelArg(kernel, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
}

struct Point {
  int x, y;
};
static std::ostream &operator<<(std::ostream &o, const Point &p) { return o << p.x << ',' << p.y << '\n'; }

static void printed(Point &p, const Point &q) {
  for (int i = 0; i < 4; i++) {
    add(p.x += i);
    std::cout << q;
  }
}
static int steps;
static void stamp() {
  if (time(nullptr) > 0)
    std::cout << steps << '\n';
}
static void global(int *n) {
  for (int i = 0; i < 4; i++) {
    add(i);
    *n += i;
    stamp();
  }
}
static std::ostream &operator<<(std::ostream &o, const std::vector<int> &v) { return o << v[0] << v[3] << '\n'; }
static void elements(const std::vector<int> &v, int (&to)[4]) {
  for (int i = 0; i < 3; i++) {
    add(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof to, to, 0, nullptr, nullptr);
    std::cout << v;
  }
}
static void measured(std::vector<int> &all, std::vector<int> &some) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    add(i);
    all.push_back(i);
    sum += (int)some.size();
  }
  printf("%d\n", sum);
}
struct Log {
  std::vector<int> all, some;
  std::vector<int> &seen;
};
static void members(Log &l) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    add(i);
    l.all.push_back(i);
    sum += (int)l.seen.size();
  }
  printf("%d\n", sum);
}
static void timed(double &last, double &scale) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    add((int)scale);
    last = (double)time(nullptr) * 0 + i;
    sum += scale;
  }
  printf("%g\n", sum);
}
static void array(int (&to)[64], const Point &p) {
  for (int i = 0; i < 3; i++) {
    add(i);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof to, to, 0, nullptr, nullptr);
    std::cout << p;
  }
}
static void append(std::vector<int> &to, int v) { to.push_back(v); }
static void followed(int n) {
  std::vector<int> all;
  auto &seen = all;
  for (int i = 0; i < n && seen.size() < 3; i++) {
    add(i);
    all.push_back(i);
  }
  const std::vector<int> *p = &all;
  for (int i = 0; i < n; i++) {
    add(p->empty());
    all.push_back(i);
  }
  for (int i = 0; i < n && all.size() < 99; i++) {
    add(i);
    append(all, i);
  }
  printf("%zu\n", all.size());
}
// CHECK: 'seen' is known only after the loop, and the loop depends on it [PST1050]
// CHECK: 'p' is known only after the loop, and the loop depends on it [PST1050]
// CHECK: 'all' is known only after the loop, and the loop depends on it [PST1050]

static void text(char (&s)[8], const char *t, int n) {
  for (int i = 0; i < n; i++) {
    add(i);
    s[i] = 'x';
    std::cout << t << '\n';
  }
}
// CHECK: 'std::cout << t << '\n'' would run behind the loop, but it uses 't', which the loop changes as 's' [PST1051]

struct View {
  int &of;
};
static std::ostream &operator<<(std::ostream &o, const View &v) { return o << v.of << '\n'; }
static void viewed(int n) {
  int x = 0;
  View v = {x};
  for (int i = 0; i < n; i++) {
    add(x += i);
    std::cout << v;
  }
}
// CHECK: call of 'std::operator<<' inside the loop: {{.*}} [PST1001]

static void mirror(char *s, const char *t, int n) { // of a size that is not known here
  for (int i = 0; i < n; i++) {
    add(i);
    s[i] = 'x';
    std::cout << t << '\n';
  }
}
// CHECK: but it uses '*t', which the loop may change as '(*s)' [PST1051]

static void texts(const char *name, char *other, int n) { // a text goes on behind its first character
  for (int i = 0; i < n; i++) {
    add(i);
    other[1] = (char)('a' + i);
    printf("%s\n", name);
  }
}
// CHECK: but it uses '*name', which the loop may change as '{{.*}}' [PST1051]

int main(int argc, char **) {
  const bool same = argc > 1;
  start("steps.cl", "");
  kernel = kernel_named("add");
  a = ints(64, 1);
  Point p = {1, 2}, q = {3, 4};
  printed(p, same ? p : q);
  int n = 0;
  global(same ? &steps : &n);
  std::vector<int> v = {1}, w = {1, 2};
  measured(v, same ? v : w);
  std::vector<int> e1(4), e2(4);
  elements(e1, *(int(*)[4])(same ? e1 : e2).data());
  Log l = {{}, {}, same ? l.all : l.some};
  members(l);
  double d = 1, e = 2;
  timed(d, same ? d : e);
  static int host[64];
  array(host, same ? *(Point *)&host[5] : q);
  char s[8] = "-------";
  if (n > 1000)
    followed(n), text(s, s, 3), viewed(3), mirror(s, s, 3), texts(s, s, 3);
  show("a", a);
  return 0;
}
// CHECK: 7 loops transformed, 7 refused
