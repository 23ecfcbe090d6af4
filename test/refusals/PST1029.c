// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

struct history {
  int of[48];
};

static int next(struct history h, int n, int v) {
  h.of[n] += v;
  return h.of[(n + 7) % 48];
}

void f(struct history h) {
  int stop = 0, n = 0;
  setup();
  while (!stop) { // expect PST1029: array 'h_of' is read and written
    launch();
    read_flag(&stop);
    n = next(h, n, stop) % 48;
  }
}
