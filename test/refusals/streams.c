// What is printed is memory of the program's that the loop reads.
// RUN: %refused %S/Inputs/step.cl %s -- -- -D_GNU_SOURCE
// RUN: env PERSISTIFY_FAULT=streams-elsewhere not %refused %S/Inputs/step.cl %s -- -- -D_GNU_SOURCE
#include <stdio.h>
#include "Inputs/host.h"

static char box[64];

void into_memory(void) {
  int i;
  FILE *f = fmemopen(box, sizeof box, "w");
  for (i = 0; i < 9; i++) {
    size_t items;
    fprintf(f, "%c", 65 + i); // expect PST1011: 'fprintf'
    fflush(f);
    items = 64 + (box[i] & 64);
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &items, &local, 0, NULL, NULL);
  }
}
