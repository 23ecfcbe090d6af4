// Statements of exits whose text would mean something else after the loop.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=any-meaning not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"

int note(int);
static int last = 7, low = 1, high = 2;
enum Colour { red = 1 };

int reference(int *results) {
  int stop = 0;
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    int &last = results[i & 3];
    if (stop) { note(1); return last; } // expect PST1061: 'last' is another variable there
  }
  return 0;
}

int binding(void) {
  int stop = 0;
  struct { int low, high; } range = {4, 5};
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    auto &[low, high] = range;
    if (stop) { note(2); return low + high; } // expect PST1061: 'low' is another name there
  }
  return 0;
}

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

int enumerator(void) {
  int stop = 0;
  for (;;) {
    launch();
    read_flag(&stop);
    enum { red = 40 };
    if (stop) { note(4); return red; } // expect PST1061: where it is copied to
  }
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

typedef char word;
int alias(void) {
  int stop = 0;
  for (;;) {
    launch();
    read_flag(&stop);
    using word = long;
    if (stop) { note(5); return sizeof(word); } // expect PST1061: 'word' has 1 in place of 8 bytes
  }
}
