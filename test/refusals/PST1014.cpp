// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

struct Timer {
  Timer();
  ~Timer();
};

void f() {
  int stop = 0;
  setup();
  while (!stop) {
    Timer timer; // expect PST1014: the destructor of 'timer'
    launch();
    read_flag(&stop);
  }
}

// A jump out of a block in which such an object ends: which ones end there is not followed.
struct Flushes {
  ~Flushes() { clFinish(queue); }
};
void jumps() {
  int stop = 0;
  setup();
  while (!stop) {
    {
      Flushes last;
      launch();
      goto behind; // expect PST1014: implicit call of destructors by 'goto behind' inside the loop
    }
  behind:
    read_flag(&stop);
  }
}
