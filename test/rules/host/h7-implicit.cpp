// H7: what C++ calls by itself, and the order of side effects in short circuits.
// REQUIRES: device
// RUN: %run-check %S/h2-arguments.cl %s --host-flag=-I%S/../../host/Inputs --entries 3 --allow-kernel blend=3
// RUN: %persistify %S/h2-arguments.cl %s -o %t -- %cl_inc -I%S/../../host/Inputs 2>&1 | FileCheck %s
#include "setup.h"

static cl_kernel blend;
static size_t global = 64;
static int tries = 7, hits = 1;

static cl_int go(int v) {
  cl_int err = clSetKernelArg(blend, 2, sizeof v, &v);
  return err ? err : clEnqueueNDRangeKernel(queue, blend, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static bool attempt(int v, int by = 3) {
  tries += by;
  return v % 3 == 0;
}
static bool hit() { return ++hits % 3 > 0; }

struct Plain { // trivial: nothing happens at the end of its life
  int a, b[2];
};
struct Guard { // not trivial
  int &depth;
  explicit Guard(int &d) : depth(d) { depth++; }
  ~Guard() { depth--; }
};
struct Money {
  int cents;
  operator int() const { return cents / 100; }
};

static void circuits(int n) {
  int seen = 0;
  for (int i = 0; i < n; i++) {
    bool a = attempt(i) && hit();
    bool b = attempt(i + 1, 10) || hit() || attempt(100);
    bool c = (i & 1 ? attempt(i) : hit()) && !attempt(i + 2);
    if (!a && (seen += 2, b))
      seen++;
    go(a + 2 * b + 4 * c + seen);
  }
  printf("%d %d %d\n", tries, hits, seen);
}

static void values(int n) {
  Money m{1250};
  int sum = 0;
  for (int i = 0; i < n; i++) {
    Plain p = {4, {1, 2}}, q = p;
    q.b[i & 1] += i;
    p = q;
    m.cents += p.b[1] * 10;
    int whole = m; // a conversion is a call
    sum += whole + p.a;
    go(sum);
  }
  printf("%d %d\n", sum, m.cents);
}

static void guarded(int n) {
  int depth = 0;
  for (int i = 0; i < n; i++) {
    Guard g(depth);
    go(depth);
  }
}

static void temporary(int n) {
  int depth = 0;
  for (int i = 0; i < n; i++) {
    Guard(depth).depth += 2;
    go(depth);
  }
}
// CHECK: [[@LINE-4]]:{{.*}} warning: {{.*}} [PST10
// CHECK: 3 loops transformed, 1 refused

int main() {
  cl_int err;
  start("h2-arguments.cl", "");
  blend = clCreateKernel(program, "blend", &err);
  cl_mem a = ints(64, 1), b = ints(64, 7);
  clSetKernelArg(blend, 0, sizeof a, &a);
  clSetKernelArg(blend, 1, sizeof b, &b);
  circuits(9);
  values(5);
  guarded(3);
  temporary(3);
  show("a", a);
  return 0;
}
