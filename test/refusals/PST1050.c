// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

void ends_in_time(void) {
  int stop = 0;
  double begin = now();
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    if (now() - begin > 5) // expect PST1050: 'now() - begin' is known only after the loop
      break;
  }
}

void passed_on(void) {
  int stop = 0;
  while (!stop) {
    float t = (float)clock() / CLOCKS_PER_SEC;
    clSetKernelArg(step, 2, sizeof t, &t); // expect PST1050: is known only after the loop
    launch();
    read_flag(&stop);
  }
}

void counted(void) {
  int stop = 0, slow = 0;
  double last = now();
  while (!stop) {
    launch();
    read_flag(&stop);
    double t = now();
    if (t - last > 1)
      slow++;
    if (slow > 3) // expect PST1050: 'slow > 3' is known only after the loop
      break;
    last = t;
  }
}
