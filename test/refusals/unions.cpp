// Members of unions that do not lie as whole elements of its array, and comparisons that do more than compare.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <algorithm>
#include <functional>
#include <numeric>

union Bits {
  int s[1];
  struct { // expect PST1005: it is a union member
    int low : 16;
    int high : 16;
  } b;
};
struct A {
  int x;
};
struct B {
  int y;
};
struct Both : A, B {};
union Two {
  int s[2];
  Both v; // expect PST1005: it is a union member
};
union Direct {
  int s[1];
  int low : 8; // expect PST1005: it is a union member
};

int run(int n) {
  int total = 0, calls = 0, arr[4] = {3, 1, 4, 1};
  Bits bits;
  Two two;
  Direct direct;
  setup();
  for (int i = 0; i < n; i++) {
    launch();
    bits.s[0] = i * 70000;
    total += bits.b.high;
  }
  for (int i = 0; i < n; i++) {
    launch();
    two.s[0] = i;
    total += two.v.y;
  }
  for (int i = 0; i < n; i++) {
    launch();
    direct.s[0] = i;
    total += direct.low;
  }
  for (int i = 0; i < n; i++) {
    launch();
    total += *std::max_element(arr, arr + 4, [&](int a, int b) { // expect PST1003: whose comparison does more than compare
      calls++;
      return a < b;
    });
  }
  for (int i = 0; i < n; i++) {
    launch();
    total += std::transform_reduce(arr, arr + 4, 0, std::plus<>(), [&](int v) { return v * calls++; }); // expect PST1003: whose operation does more than compute
  }
  return total + calls;
}
