// Statements of exits whose text would mean something else after the loop.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=any-meaning not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=any-function not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=one-instance not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <iostream>
#include <vector>

int note(int);

namespace near { static int place(int x) { return x + 1; } }
static int place(long x) { return (int)x; }
int directive(void) {
  int stop = 0;
  while (true) {
    launch();
    read_flag(&stop);
    using namespace near;
    if (stop) { note(3); return place(stop); } // expect PST1061: where it is copied to
  }
}

#define LIMIT 5
int macro(void) {
  int stop = 0;
  do {
#undef LIMIT
#define LIMIT 60
    launch();
    read_flag(&stop);
    if (stop > 1) {
      note(LIMIT); // expect PST1061: where it is copied to
      return LIMIT;
    }
#undef LIMIT
#define LIMIT 6
  } while (!stop);
  return LIMIT;
}

static int amount = 7;
int hidden(void) {
  int stop = 0;
  for (int i = 0; i < 9; ++i) { // expect PST1061: 'amount' is another variable there
    launch();
    read_flag(&stop);
    int &all = amount;
    int amount = i * stop;
    if (stop) { note(6); return amount + all; }
  }
  return 0;
}

static int depth = 5, other = 100;
static int bump(int d) { return depth += d; }
#define depth other
void renamed(void) {
  int stop = 0;
  while (!stop) { // expect PST1061: 'depth' is a macro
    global = bump(stop) + other;
    launch();
    read_flag(&stop);
  }
}
#undef depth

// The copy of the lambda has an instance of its own, and that has its own sum.
template <class F> static int add(F f) {
  static int sum;
  return sum += f();
}
template <class F> static int twice(F f) { return 2 * add(f); }
int instance(void) {
  int stop = 0;
  while (true) {
    launch();
    read_flag(&stop);
    if (stop)
      return twice([] { return 1; }); // expect PST1061: 'twice' is another function there
  }
}

// Where the host performs it, another operator is found than in the function of which it is a part.
using Numbers = std::vector<int>;
namespace inner {
std::ostream &operator<<(std::ostream &o, const Numbers &n) { return o << "inner " << n.size() << '\n'; }
static void tell(const Numbers &n) {
  launch();
  std::cout << n;
}
} // namespace inner
std::ostream &operator<<(std::ostream &o, const Numbers &n) { return o << "outer " << n.size() << '\n'; }
static Numbers numbers;
void operators(void) {
  for (int i = 0; i < 9; i++) { // expect PST1061: 'operator<<' is another function there
    inner::tell(numbers);
    std::cout << numbers;
  }
}
