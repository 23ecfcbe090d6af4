// What is copied or performed later means what it meant: exits with names of their own, default arguments,
// globals that calls of calls read, references that min, max and clamp give, externs of a block, lambdas as
// function pointers.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 9 --allow-kernel add=3
// RUN: %long env PERSISTIFY_FAULT=late-values not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 9 --allow-kernel add=3
// RUN: %long env PERSISTIFY_FAULT=block-extern not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 9 --allow-kernel add=3
// RUN: %long env PERSISTIFY_FAULT=copied-arguments not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 9 --allow-kernel add=3
#include "setup.h"
#include <algorithm>
#include <iostream>

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void step(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}
static int first() {
  int value;
  clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL);
  return value;
}

// ---- exits with names of their own

static int own_names() {
  for (int i = 0;; ++i) {
    step(i);
    const int x = first() + 1;
    if (x > 20) {
      fprintf(stderr, "left\n");
      int y = x + 2;
      {
        int x = y * 2;
        y += x;
      }
      return y;
    }
  }
}

static int same_name() {
  for (int i = 0;; ++i) {
    step(i);
    int x = first() + 1;
    if (x > 60) {
      fprintf(stderr, "left\n");
      int y = x;
      int x = y * 2;
      return x;
    }
  }
}

// ---- performed later

enum Phase { Grow, Shrink, Done };
static Phase phase = Grow;
static int level = 0;
static const char *word() { return phase == Grow ? "grow" : phase == Shrink ? "shrink" : "done"; }
static const char *name() { return word(); }
static int bump() { return level++; }
static void say(int v, int l = level, const char *s = level > 40 ? "high" : "low") { printf("%d %d %s\n", v, l, s); }
static void count(int v, int l = bump()) { printf("%d %d\n", v, l); }
template <int N> static void times(int v) { printf("%d\n", v * N); }
template <int N> static void times(long v) { printf("%ld\n", v * N + 1); }

static void arguments() {
  for (int i = 0; i < 6; ++i) {
    step(i);
    int v = first();
    level += v & 7;
    say(v);
    count(v);
    say(i, 3);
    times<3>(v);
    times<2>(long(v));
  }
  printf("%d\n", level);
}

// ---- references

static int low = 3, high = 9;
static void use(const int &m) {
  low += 4;
  high += 1;
  step(m);
}
static void references() {
  for (int i = 0; i < 6; ++i)
    use(std::max(low, high));
  printf("%d %d\n", low, high);
  int x = 3, from = 1, to = 8;
  for (int i = 0; i < 6; ++i) {
    const_cast<int &>(std::clamp(x, from, to)) += 2;
    step(x);
  }
  printf("%d %d %d\n", x, from, to);
  int table[4] = {4, 1, 7, 2};
  for (int i = 0; i < 6; ++i) {
    const int &m = std::min(table[i % 4], table[(i + 1) % 4]);
    table[i % 4] += 3;
    step(m);
  }
  printf("%d %d %d %d\n", table[0], table[1], table[2], table[3]);
}

// ---- declarations

int outer = 5;
static void externs() {
  for (int i = 0; i < 5; ++i) {
    {
      extern int outer;
      outer += i;
    }
    step(outer);
  }
  printf("%d\n", outer);
}

// ---- a loop whose semicolon is a macro's, and a function pointer

#define END_OF_IT ;
static void called(int t) { step(t + 1); }
static void pointers() {
  void (*f)(int) = called;
  for (int i = 0; i < 4; ++i)
    f(i);
  int left = 3;
  while (left-- > 0) step(left) END_OF_IT
}

int main() {
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  printf("%d\n", own_names());
  printf("%d\n", same_name());
  arguments();
  references();
  externs();
  pointers();
  for (int i = 0; i < 3; ++i) { // refused as long as name() reads what the loop changes
    printf("%s\n", name());
    step(i);
    phase = i ? Done : Shrink;
  }
  show("a", a);
}
