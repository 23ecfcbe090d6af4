// RUN: %refused %S/Inputs/step.cl %s
// RUN: %long env PERSISTIFY_FAULT=any-launches not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

/* Each layer doubles what it launches. */
#define LAYER(F, G)                                                                                                     \
  static void F(void) {                                                                                                 \
    G();                                                                                                                \
    G();                                                                                                                \
  }
static void one(void) {
  clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &local, 0, NULL, NULL); // expect PST1002: more than 512 launches
}
LAYER(a1, one)
LAYER(a2, a1)
LAYER(a3, a2)
LAYER(a4, a3)
LAYER(a5, a4)
LAYER(a6, a5)
LAYER(a7, a6)
LAYER(a8, a7)
LAYER(a9, a8)

void doubled(void) {
  int stop = 0;
  setup();
  while (!stop) {
    a9();
    one();
    read_flag(&stop);
  }
}
