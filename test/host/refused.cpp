// What cannot be modelled is refused by name, and the loop left as it is.
// RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"
#include <utility>
#include <vector>

static cl_kernel add_k;
static cl_mem data;
static size_t global = 64;

static void add(int v) {
  clSetKernelArg(add_k, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

struct Bits {
  unsigned few : 3;
  union {
    int i;
    float f;
  };
};
struct Shape {
  virtual ~Shape() {}
  virtual int area() { return 1; }
};
struct Square : Shape {
  int area() override { return 4; }
};
struct Noisy {
  ~Noisy() { puts("gone"); }
};
extern int unknown(int);

void bits(Bits b) {
  for (int i = 0; i < 4; i++) {
    b.few++;
    add(b.few);
  }
}
// CHECK: warning: 'few' cannot be captured: it is a bit-field [PST1005]

void unions(Bits b) {
  for (int i = 0; i < 4; i++) {
    b.f *= 2;
    add(b.i);
  }
}
// CHECK: warning: 'f' cannot be captured: it is a union member [PST1005]

void late(Shape &s) {
  for (int i = 0; i < 4; i++)
    add(s.area());
}
// CHECK: [[@LINE-2]]:9: warning: call of 'area' inside the loop: {{.*}}'Shape::area'{{.*}} [PST1001]

void punned(int x) {
  for (int i = 0; i < 4; i++) {
    *(float *)&x = 1.0f;
    add(x);
  }
}
// CHECK: warning: cannot tell what '{{.*}}' points to [PST1017]

void once(int x) {
  for (int i = 0; i < 4; i++)
    add(*(volatile int *)&x);
}
// CHECK: warning: '{{.*}}' cannot be captured: it is volatile [PST1005]

void destroyed() {
  for (int i = 0; i < 4; i++) {
    Noisy n[2];
    add(i);
  }
}
// CHECK: warning: implicit call of the destructor of 'n' inside the loop has unknown effects [PST1014]

void variable_length(int n) {
  for (int i = 0; i < 4; i++) {
    int a[n][2];
    a[0][1] = i;
    add(a[0][1]);
  }
}
// CHECK: warning: 'a' has type 'int[n][2]', which cannot be carried by the device [PST1004]

void counted() {
  for (int i = 0; i < 4; i++) {
    static int calls;
    add(++calls);
  }
}
// CHECK: warning: 'calls' cannot be captured: it is a static variable declared in the loop [PST1005]

void copied(int step) {
  auto more = [step](int by) { return by * step; };
  step = 5;
  for (int i = 0; i < 4; i++)
    add(more(i));
}
// CHECK: warning: 'step' cannot be captured: a lambda holds a copy of it [PST1005]

// Of what a reference refers to, the copy is as old as the lambda.
void referred() {
  for (int i = 0; i < 4; i++) {
    int k = i, &r = k;
    auto more = [r](int by) { return by * r; };
    k = 50;
    add(more(i));
  }
}
// CHECK: warning: 'r' cannot be captured: a lambda holds a copy of it [PST1005]

void before(const int &step, int &n) {
  auto more = [=](int by) { return by * step; };
  n += 5;
  for (int i = 0; i < 4; i++)
    add(more(i));
}
// CHECK: warning: 'step' cannot be captured: a lambda holds a copy of it [PST1005]

// Of the whole object only a base is assigned, or exchanged.
struct Base {
  int low;
};
struct Derived : Base {
  int high;
};
void sliced(Derived &d, const Derived &from) {
  for (int i = 0; i < 4; i++) {
    Base &b = d;
    b = from;
    add(d.low + d.high);
  }
}
// CHECK: warning: {{.*}}the copy to a base of Derived

void slices(Derived &d, Derived &e) {
  for (int i = 0; i < 4; i++) {
    std::swap<Base>(d, e);
    add(d.low + d.high);
  }
}
// CHECK: warning: {{.*}}the swap of a base of Derived

// A pointer that goes from one array to another knows nothing of their other elements.
void rows(cl_mem (&m)[2][2]) {
  cl_mem *now = m[0], *then = m[1];
  for (int i = 0; i < 4; i++) {
    clSetKernelArg(add_k, 0, sizeof now[1], &now[1]);
    add(i);
    std::swap(now, then);
  }
}
// CHECK: [PST1014]

void backwards(int n) {
  for (int i = 0; i < 4; i++) {
  again:
    add(i);
    while (--n > 3)
      goto again;
  }
}
// CHECK: warning: goto 'again' jumps backwards or into a statement [PST1018]

void foreign(int n) {
  for (int i = 0; i < 4; i++)
    add(unknown(i));
}
// CHECK: warning: call of 'unknown' inside the loop: its effects are unknown [PST1001]

int recursive(int n) { return n < 2 ? n : recursive(n - 1) + recursive(n - 2); }
void recursion() {
  for (int i = 0; i < 4; i++)
    add(recursive(i));
}
// CHECK: warning: 'recursive' calls itself, directly or indirectly [PST1016]

void wide() {
  long double x = 1;
  for (int i = 0; i < 4; i++) {
    x *= 2;
    add((int)x);
  }
}
// CHECK: has type 'long double', which cannot be carried by the device [PST1004]

void library() {
  std::vector<int> v{1, 2, 3};
  for (size_t i = 0; i < v.size(); i++) {
    add(v[i]);
    v.push_back(1);
  }
}
// CHECK: warning: call of 'push_back' on 'v' inside the loop cannot be moved to the device [PST1046]

void walks(int **p) {
  for (int i = 0; i < 4; i++)
    add(*p[i]);
}
// CHECK: warning: cannot tell what 'p' points to [PST1017]

void prints() {
  for (int i = 0; i < 4; i++) {
    add(i);
    perror("state");
  }
}
// CHECK: warning: output ('perror') inside the loop cannot be moved to the device [PST1011]

void creates() {
  for (int i = 0; i < 4; i++) {
    cl_mem b = clCreateBuffer(context, 0, 4, NULL, NULL); // one more on each trip
    clSetKernelArg(add_k, 0, sizeof b, &b);
    add(i);
  }
}
// CHECK: warning: 'clCreateBuffer' creates or releases OpenCL objects inside the loop [PST1022]

void assigned() {
  cl_kernel other = clCreateKernel(program, "add", NULL);
  for (int i = 0; i < 4; i++) {
    add(i);
    add_k = other;
  }
}
// CHECK: warning: kernel handle 'add_k' changes inside the loop [PST1023]

int main() {
  start("steps.cl", "");
  add_k = clCreateKernel(program, "add", NULL);
  clSetKernelArg(add_k, 0, sizeof data, &data);
}
// CHECK: 0 loops transformed, 23 refused
