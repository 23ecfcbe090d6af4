// RUN: %refused %S/Inputs/step.cl %s -- --drop=log_pointer --drop=count_steps
#include "Inputs/host.h"

void log_pointer(int *step);
static int steps;
static void count_steps(void) { ++steps; }

void pointer(void) {
  int stop = 0, n = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    ++n;
    log_pointer(&n); // expect PST1055: 'log_pointer' cannot be dropped: it may write through '&n'
  }
}

void outside(void) {
  int stop = 0;
  while (!stop && steps < 9) {
    launch();
    read_flag(&stop);
    count_steps(); // expect PST1055: 'count_steps' cannot be dropped: it changes 'steps'
  }
}

void launches(void) {
  int stop = 0;
  while (!stop) {
#pragma persistify drop(launch)
    do {
      launch(); // expect PST1055: 'launch' cannot be dropped: it launches kernels
      read_flag(&stop);
    } while (!stop);
    launch();
    clGetPlatformIDs(0, NULL, NULL); // expect PST1008: clGetPlatformIDs
  }
}
