// Objects that end with a switch or a range-for, elements of another class, steps of pointers to another type.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++20
// RUN: env PERSISTIFY_FAULT=scopes-of-switches not %refused %S/Inputs/step.cl %s -- -- -std=c++20
// RUN: %long env PERSISTIFY_FAULT=converted-elements not %refused %S/Inputs/step.cl %s -- -- -std=c++20
// RUN: %long env PERSISTIFY_FAULT=other-units not %refused %S/Inputs/step.cl %s -- -- -std=c++20
#include "Inputs/host.h"
#include <utility>

struct Guard {
  int *count;
  ~Guard() { *count += 5; }
};
struct Twice {
  int x;
  Twice(int v) : x(v * 2) {}
};

int run(int n) {
  int count = 0, total = 0, arr[4] = {1, 2, 3, 4};
  setup();
  for (int i = 0; i < n; i++) {
    launch();
    switch (Guard g{&count}; i & 1) { // expect PST1014: this destructor
    case 0: total++;
    }
    total += 7 * count;
  }
  for (int i = 0; i < n; i++) {
    launch();
    for (Guard g{&count}; int v : arr) // expect PST1014: this destructor
      total += v;
    total += 7 * count;
  }
  for (int i = 0; i < n; i++) {
    launch();
    for (Twice t : arr) // expect PST1014: the constructor of Twice
      total += t.x;
  }
  for (int i = 0; i < n; i++) {
    launch();
    char *p = (char *)arr;
    p += 4; // expect PST1017: arr
    total += *(int *)p;
  }
  for (int i = 0; i < n; i++) {
    launch();
    char *p = (char *)arr;
    p++; // expect PST1017: arr
    total += p != nullptr;
  }
  for (int i = 0; i < n; i++) {
    launch();
    char *e = (char *)&arr[3], *s = (char *)&arr[0];
    total += e - s; // expect PST1017: arr
  }
  for (int i = 0; i < n; i++) {
    launch();
    std::pair<int, Twice> p(1, i); // expect PST1003: the value stored here
    total += p.second.x;
  }
  return total + count;
}
