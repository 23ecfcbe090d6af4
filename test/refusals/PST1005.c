// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static volatile int cancelled;

struct bits {
  unsigned stop : 1; // expect PST1005: 'stop' cannot be captured: it is a bit-field
};

void is_volatile(void) {
  int stop = 0;
  setup();
  while (!stop && !cancelled) { // expect PST1005: 'cancelled' cannot be captured: it is volatile
    launch();
    read_flag(&stop);
  }
}

void bit_field(struct bits *b) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    b->stop = stop;
  }
}

void in_a_register(void) {
  int stop = 0;
  register int steps = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    ++steps; // expect PST1005: 'steps' cannot be captured: it is a register variable
  }
}

static _Atomic int asked;

void is_atomic(void) {
  int stop = 0;
  while (!stop && !asked) { // expect PST1005: 'asked' cannot be captured: it is atomic
    launch();
    read_flag(&stop);
  }
}
