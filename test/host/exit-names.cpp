// Statements of exits that name what the loop declares: types, enumerators, using-declarations, references.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
// RUN: %long env PERSISTIFY_FAULT=exit-names not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 5
#include "setup.h"

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;
static int total = 1, last = 7;
static struct { int low, high[3]; } range = {4, {5, 6, 7}};
typedef char word;

static void step(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static int alias() {
  for (int i = 0; i < 9; i++) {
    using wide = long;
    using word = wide; // another one than that outside
    wide z = i * i;
    step(int(z));
    if (z > 20) {
      clFinish(queue);
      return int(word(z) * 7) + sizeof(word);
    }
  }
  return 0;
}

static int enumerators() {
  for (int i = 0; i < 9; i++) {
    enum { red = 40 };
    enum class Way { on, off = 3 };
    step(i + red);
    if (i == 5)
      return red + int(Way::off);
  }
  return 0;
}

static int record() {
  for (int i = 0; i < 9; i++) {
    typedef int number;
    struct Pair { number a, b; };
    step(i);
    if (i == 4)
      return i * 3 + int(sizeof(Pair));
  }
  return 0;
}

static int reference() {
  for (int i = 0; i < 9; i++) {
    int &r = total, &last = range.high[1];
    step(r);
    if (r > 10) {
      last += 2;
      return r * 2 + last;
    }
    r += 3;
  }
  return 0;
}

namespace near { static int place(int x) { return x + 1; } }
static int place(long x) { return int(x) * 100; }
static int named() {
  for (int i = 0; i < 9; i++) {
    using near::place;
    step(i);
    if (i == 6)
      return place(i);
  }
  return place(3L);
}

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  printf("%d\n", alias());
  printf("%d\n", enumerators());
  printf("%d\n", record());
  printf("%d\n", reference());
  printf("%d %d %d %d\n", total, last, range.low, range.high[1]);
  printf("%d\n", named());
  show("a", a);
  return 0;
}
