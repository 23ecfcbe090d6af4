// Statements of exits that name what the loop declares and no copy can have.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"

int note(int);
static int last = 7, low = 1, high = 2;

int reference(int *results) {
  int stop = 0;
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    int &last = results[i & 3]; // expect PST1005: 'last' cannot be captured: it is a reference of the loop
    if (stop) { note(1); return last; }
  }
  return 0;
}

int inner(void) {
  int stop = 0;
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    int z = i * stop;
    int &last = z; // expect PST1005: it is a reference to a variable of the loop
    if (stop) { last++; return last + z; }
  }
  return 0;
}

int binding(void) {
  int stop = 0;
  struct { int low, high; } range = {4, 5};
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    auto &[low, high] = range; // expect PST1005: 'low' cannot be captured: it is a structured binding of the loop
    if (stop) { note(2); return low + high; }
  }
  return 0;
}

int type(void) {
  int stop = 0;
  for (int i = 0; i < 9; ++i) {
    launch();
    read_flag(&stop);
    int z = i + stop;
    using Other = decltype(z); // expect PST1005: 'Other' cannot be captured: it is declared in the loop together with a variable
    if (stop) { note(3); return sizeof(Other); }
  }
  return 0;
}
