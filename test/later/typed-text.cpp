// Values that are printed later keep their types, rows of arrays stay rows, and what is appended or printed by
// functions without other effects goes.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-std=c++17 --entries 5
// RUN: %long env PERSISTIFY_FAULT=loose-types not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-std=c++17 --entries 5
// RUN: %long env PERSISTIFY_FAULT=rows-as-elements not %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-std=c++17 --entries 5
#include "setup.h"
#include <iostream>
#include <numeric>
#include <vector>

static const size_t global = 64;
static cl_mem a;
static cl_kernel k;

static void go(int t) {
  clSetKernelArg(k, 0, sizeof a, &a);
  clSetKernelArg(k, 1, sizeof t, &t);
  clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
}

typedef enum { Red, Green, Blue } Color;
static std::ostream &operator<<(std::ostream &o, Color c) { return o << "color" << int(c) + 1; }
static const char *kind(wchar_t) { return "wide"; }
static const char *kind(int) { return "int"; }
static const char *kind(long) { return "long"; }

static int sum(const int *r, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += r[i];
  return s;
}
static void row(const int *r, int i) { printf("%d %d\n", sum(r, 4), i ?: 9); }

struct Sample {
  int trip;
  double value;
  Sample(int trip, double value) : trip(trip), value(value) {}
};
static void quiet(int i, const char *what = "trip") {
  std::vector<int> v{3, i};
  printf("%s %d %d\n", what, i ?: 7, std::accumulate(v.begin(), v.end(), 0));
}

int main() {
  start("steps.cl", "");
  a = ints(64, 0);
  k = kernel_named("add");
  Color c = Red;
  for (int i = 0; i < 5; i++) {
    c = Color((i + 1) % 3);
    std::cout << c << ' ' << Blue << '\n';
    go(c);
  }
  wchar_t w = L'A';
  for (int i = 0; i < 3; i++) {
    std::cout << kind(w) << ' ' << kind(65) << ' ' << kind(65L) << '\n';
    go(w);
  }
  std::cout.flush();
  char names[4][8] = {"zero", "one", "two", "three"};
  int m[2][3][4] = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 1, 2, 3}}, {{7, 7, 7, 7}, {8, 8, 8, 8}, {1, 1, 1, 1}}};
  for (int i = 0; i < 6; i++) {
    printf("%s %s\n", names[i % 4], names[3 - i % 4]);
    row(m[i / 3][i % 3], i);
    go(i);
  }
  fflush(stdout);
  for (int i = 0; i < 4; i++) {
    std::cout << names[i] << ' ' << m[i % 2][i % 3][i] << '\n';
    go(i);
  }
  std::cout.flush();
  std::vector<Sample> history;
  for (int i = 0; i < 4; i++) {
    quiet(i);
    history.emplace_back(i, i * 0.5);
    go(i);
  }
  for (const Sample &s : history)
    printf("%d %g\n", s.trip, s.value);
  show("a", a);
}
