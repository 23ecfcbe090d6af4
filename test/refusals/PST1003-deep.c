// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=any-depth not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

/* Compilers take 256 parentheses one within the other, and each operator gets its own. */
#define FIVE + stop + stop + stop + stop + stop
#define TWENTY_FIVE FIVE FIVE FIVE FIVE FIVE
#define HUNDRED TWENTY_FIVE TWENTY_FIVE TWENTY_FIVE TWENTY_FIVE

void sum(void) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    stop = stop HUNDRED HUNDRED HUNDRED; // expect PST1003: an expression of more than 240 operators
  }
}

void asked(void) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    if (stop HUNDRED HUNDRED HUNDRED == 7) // expect PST1003: an expression of more than 240 operators
      stop = 1;
  }
}
