// What C++ orders, and since when.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++14
// RUN: env PERSISTIFY_FAULT=any-order not %refused %S/Inputs/step.cl %s -- -- -std=c++14
#include "Inputs/host.h"
#include <algorithm>
#include <array>
#include <iostream>

namespace {

struct Count {
  int n = 0;
  int operator()() { return ++n; }
  int peek() const { return n; }
};

struct Point {
  int x, y;
  Point(int x, int y) : x(x), y(y) {}
  int sum() const { return x + y; }
};

struct Line {
  int sum = 0;
  Line &operator<<(int x) { sum = sum * 3 + x; return *this; }
};

int pick(const int &a, int b) { return a - b; }

} // namespace

void constructor() {
  int stop = 0, x = 0;
  Count next;
  while (!stop) {
    launch();
    x += Point(next(), next()).sum() * Point(next(), 2).x; // expect PST1062: both change 'next.n'
    read_flag(&stop);
  }
  std::cout << x;
}

void shifts() {
  int stop = 0;
  Count next;
  Line line;
  while (!stop) {
    launch();
    line << next() << next(); // expect PST1062: both change 'next.n'
    read_flag(&stop);
  }
  std::cout << line.sum;
}

void streams() {
  int stop = 0, i = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    std::cout << i++ << ' ' << i << '\n'; // expect PST1062: 'i'
  }
}

void element() {
  int stop = 0;
  std::array<int, 4> a{{1, 2, 3, 4}};
  Count next;
  while (!stop) {
    launch();
    a[next() & 3] = next.peek(); // expect PST1062: 'next.n'
    read_flag(&stop);
  }
  std::cout << a[0];
}

void reference() {
  int stop = 0, x = 5, sum = 0;
  while (!stop) {
    launch();
    sum += pick(x, 1) - pick(2, x *= 3); // expect PST1062: 'x'
    read_flag(&stop);
  }
  std::cout << sum;
}

void lambdas() {
  int stop = 0, calls = 0, worst = 0;
  auto count = [&] { return ++calls; };
  while (!stop) {
    launch();
    worst = std::max(worst, count() - calls); // expect PST1062: 'calls'
    read_flag(&stop);
  }
  std::cout << worst;
}
