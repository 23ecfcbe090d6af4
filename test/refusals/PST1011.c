// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

void result_used(int *characters) {
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    *characters += printf("step\n"); // expect PST1011: output ('printf')
  }
}

void by_the_moment(void) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    perror("state"); // expect PST1011: output ('perror')
  }
}

void from_memory(const float *data) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    fwrite(data, 4, 16, stdout); // expect PST1011: output ('fwrite')
  }
}
