// Orders that C++17 gives to operands of which one changes what the other one uses.
// REQUIRES: device, gcc, clang
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4 --cxx g++
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4 --cxx clang++
// RUN: %long env PERSISTIFY_FAULT=left-first not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --host-flag=-std=c++17 --entries 4
#include "setup.h"

static const size_t items = 64;
static cl_kernel add_k;
static cl_mem data;
static void add(int v) {
  clSetKernelArg(add_k, 0, sizeof(cl_mem), &data);
  clSetKernelArg(add_k, 1, sizeof(int), &v);
  clEnqueueNDRangeKernel(queue, add_k, 1, NULL, &items, NULL, 0, NULL, NULL);
}

struct Cell {
  int v = 1;
  Cell &operator=(int x) { v = v * 2 + x; return *this; }
  Cell &operator+=(int x) { v += 10 * x; return *this; }
  Cell &plus(int x) { v += x; return *this; }
  Cell &operator<<(int x) { v = (v * 3 + x) % 1000; return *this; }
};
struct Counter {
  int n = 0;
  int operator()() { return ++n; }
  int operator[](int i) const { return n + i; }
};

// The right side of an assignment first, by operator or by function.
static void assignments(int n) {
  Cell cells[4];
  int i = 0, w[4] = {0, 1, 2, 3};
  Counter next;
  while (i < n) {
    cells[i & 3] = i++;
    cells[next() & 3] += next.n;
    w[next() & 3] = next.n;
    w[i & 3] = i++ + 1;
    add(cells[0].v + cells[1].v + w[0]);
  }
  printf("%d %d %d %d, %d %d %d %d\n", cells[0].v, cells[1].v, cells[2].v, cells[3].v, w[0], w[1], w[2], w[3]);
}

// The object in front of the arguments.
static void objects(int n) {
  Cell cells[4], *p = cells;
  for (int i = 0; i < n; i++) {
    int at = i & 1;
    cells[at].plus(at++).plus(at * 2);
    (p + (at & 1))->plus(at = 5 + i);
    add(at + cells[0].v + cells[1].v);
  }
  printf("%d %d\n", cells[0].v, cells[1].v);
}

// Operands of << and >>, and the base of a subscript.
static void shifts(int n) {
  Cell line;
  Counter next;
  int row[4] = {1, 2, 3, 4}, bits = 1;
  for (int i = 0; i < n; i++) {
    line << next() << next() << next.n;
    bits = next() << (next.n & 3);
    int *at = row, sum = at[(at = row + 1, i % 3)];
    add(line.v + bits + sum * *at);
  }
  printf("%d %d\n", line.v, bits);
}

// Braces from left to right.
struct Three { int a, b, c; };
static void braces(int n) {
  Counter next;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    Three t = {next(), next(), next[i]};
    int list[] = {i, next(), next.n};
    sum = sum * 7 % 1000 + t.a - 3 * t.b + t.c * list[0] - list[1] + list[2];
    add(sum);
  }
  printf("%d\n", sum);
}

int main() {
  start("steps.cl", "");
  add_k = kernel_named("add");
  data = ints(64, 0);
  assignments(12);
  objects(6);
  shifts(5);
  braces(6);
  show("data", data);
  return 0;
}
