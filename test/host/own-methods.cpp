// Functions and classes of the program with names of the library, in the program's own meaning: in a namespace, static, by a macro,
// a class that is called like a container, one that is derived from one.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %long env PERSISTIFY_FAULT=any-class not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"
#include <utility>
#include <vector>

static cl_kernel k;
static cl_mem a;
static size_t global = 64;
static void add(int v) {
  clSetKernelArg(k, 0, sizeof(cl_mem), &a);
  clSetKernelArg(k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

namespace mine {
static int calls;
static unsigned strlen(const char *) { return ++calls; }
static int max(int a, int b) { return a < b ? a : b + 1; }
template <class T> struct vector {
  T n = 3;
  int front() { return n++; }
  int size() const { return -n; }
};
struct deque {
  int v[2] = {5, 7};
  int &front() { return v[1]; }
  int &operator[](int i) { return v[1 - i]; }
};
} // namespace mine

static void functions(int n) {
  for (int i = 0; i < n; i++)
    add(mine::strlen("four") + mine::max(i, 2));
  printf("%d\n", mine::calls);
}

static void classes(int n) {
  mine::vector<int> v;
  mine::deque d;
  for (int i = 0; i < n; i++) {
    int first = v.front();
    add(first + v.size());
    d.front() += i;
    add(d[0]);
  }
  printf("%d %d\n", v.n, d.v[1]);
}

static void swap(int &x, int &y) { // sums
  x += y;
  y = 1;
}
static void swaps(int n) {
  int x = 1, y = 2;
  for (int i = 0; i < n; i++) {
    swap(x, y);
    add(x);
  }
  printf("%d %d\n", x, y);
}

#define strcmp(A, B) longer(A, B)
static int longer(int a, int b) { return a > b; }
#define abs(X) ((X) * 2)
static void macros(int n) {
  for (int i = 0; i < n; i++)
    add(strcmp(i, 2) + abs(-i));
}
#undef strcmp
#undef abs

struct Ints {
  int held[3] = {1, 2, 3};
  int &front() { return held[2]; }
  int &back() { return held[0]; }
  int at(int i) const { return held[i] + 10; }
  void clear() { held[1]++; }
};
static void derived(int n) {
  Ints d;
  for (int i = 0; i < n; i++) {
    d.clear();
    d.back() += d.front();
    add(d.at(1));
  }
  printf("%d %d\n", d.held[0], d.held[1]);
}

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  functions(4);
  classes(5);
  swaps(4);
  macros(6);
  derived(5);
  show("a", a);
}
