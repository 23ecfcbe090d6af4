// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

void changed(void) {
  int stop = 0, i = 0;
  char label[2] = "a";
  setup();
  while (!stop) {
    label[0] = 'a' + i++ % 26;
    launch();
    read_flag(&stop);
    printf("%s\n", label); // expect PST1051: it uses 'label', which the loop changes
  }
}

void counts(int *written) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    printf("step%n\n", written); // expect PST1051: a pointer to 'int' is given to printf
  }
}

void one_of_two(char *even, char *odd) {
  int stop = 0, i = 0;
  while (!stop) {
    const char *name = i++ % 2 ? odd : even;
    launch();
    read_flag(&stop);
    puts(name); // expect PST1051: cannot be followed
  }
}
