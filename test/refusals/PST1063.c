// Floating-point arithmetic whose flags are looked at, or whose modes change.
// RUN: %refused %S/Inputs/step.cl %s -- --
// RUN: %refused %S/Inputs/step.cl %s -- -- -frounding-math
// RUN: env PERSISTIFY_FAULT=any-float-flags not %refused %S/Inputs/step.cl %s -- --
#include "Inputs/host.h"
#include <fenv.h>
#include <stdio.h>

void flags(void) {
  int stop = 0;
  float dt = 1;
  feclearexcept(FE_ALL_EXCEPT);
  while (!stop) { // expect PST1063: 'fetestexcept' in line 20 looks for exceptions
    dt *= 0.1f;
    if (dt < 2)
      launch();
    read_flag(&stop);
  }
}
int told(void) { return fetestexcept(FE_UNDERFLOW) != 0; }

void modes(void) {
  int stop = 0;
  double sum = 0;
  while (!stop) {
    fesetround(FE_UPWARD); // expect PST1063: 'fesetround' is called in the loop
    sum += 0.1;
    launch();
    read_flag(&stop);
  }
  printf("%f\n", sum);
}

static double part(double x) {
  fenv_t saved;
  feholdexcept(&saved); // expect PST1063: 'feholdexcept' is called in the loop
  x = x / 3;
  feupdateenv(&saved);
  return x;
}
void held(void) {
  int stop = 0;
  double x = 1e30;
  do {
    x = part(x);
    launch();
    read_flag(&stop);
  } while (!stop);
  printf("%f\n", x);
}

#pragma STDC FENV_ACCESS ON
void access(void) {
  int stop = 0, n = 0;
  double x = 1;
  while (!stop) { // expect PST1063: looks for exceptions
    n += x * 3 < 7;
    launch();
    read_flag(&stop);
  }
  printf("%d\n", n);
}
