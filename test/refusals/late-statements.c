// Functions that only print could run after the loop, but for what nothing says the meaning of.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=any-statement not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

static int told;
static void tell(int v) {
  __atomic_fetch_add(&told, 1, __ATOMIC_SEQ_CST); // expect PST1003: __atomic_fetch_add
  printf("%d\n", v);
}

void counted(void) {
  int stop = 0, i = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    tell(i++);
  }
}
