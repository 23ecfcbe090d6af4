/* What is printed of two that an index chooses: texts, rows of characters, members of structs. Of more than two the host has the index.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
   RUN: %long env PERSISTIFY_FAULT=choices-unnamed not %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"

typedef struct {
  const char *name;
  int by;
} colour;

static const char *const parity[] = {"even", "odd"};
static cl_kernel add;

static void run(cl_mem on, int by) {
  const size_t global = 64;
  clSetKernelArg(add, 0, sizeof on, &on);
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
}

int main(void) {
  const char *turns[2] = {"left", "right"}, *table[2][2] = {{"a", "b"}, {"c", "d"}};
  char rows[2][8] = {"red", "black"};
  colour pair[2] = {{"red", 3}, {"black", -1}};
  cl_mem a;
  int i, value;
  long long wide = 1ll << 40;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 1);
  for (i = 0; i < 7; i++) {
    run(a, i);
    printf("%s %d\n", parity[i & 1], i);
    if (i % 3 == 2)
      puts(parity[!(i & 1)]);
  }
  for (i = 0; i < 7; i++) { /* of variables, of a table, members */
    run(a, pair[i % 2].by);
    printf("%s %s %s\n", turns[i & 1], table[i & 1][i / 2 & 1], pair[i % 2].name);
  }
  for (i = 0; i < 6; i++) { /* by what is read back */
    run(a, 3);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 8, sizeof value, &value, 0, NULL, NULL);
    printf("%s %c\n", rows[value & 1], rows[value % 2][1]);
  }
  for (i = 0; i < 4; i++) { /* a number wider than an int */
    run(a, i);
    printf("%s\n", wide & (1ll << (40 + i % 2)) ? parity[0] : parity[wide != 0]);
  }
  show("a", a);
  return 0;
}
