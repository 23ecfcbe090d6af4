/* What stands between a loop and its semicolon, and bodies that end in a brace but are none.
   REQUIRES: device
   RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 4
*/
#include "setup.h"

static cl_kernel add;
static const size_t items = 64;
struct pair {
  int i, v;
};

static struct pair step(struct pair p) {
  clSetKernelArg(add, 1, sizeof p.v, &p.v);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
  return (struct pair){p.i + 1, p.v + 2};
}

int main(int argc, char **argv) {
  struct pair p = {0, 1};
  cl_mem b;
  start("steps.cl", "");
  add = kernel_named("add");
  b = ints(64, 0);
  clSetKernelArg(add, 0, sizeof b, &b);
  if (argc > 0)
    do {
      p = step(p);
    } while (p.i < 5) /* behind the condition */ ;
  else
    p.i = 100;
  if (argc > 0)
    do {
      p = step(p);
    } while (p.i < 10) // and a line
    ;
  else
    p.i = 100;
  if (argc > 0)
    while (p.i < 15)
      p = step((struct pair){p.i, p.v + 1});
  else
    p.i = 100;
  if (argc > 0)
    while (p.i < 20)
      step((struct pair){p.i, p.v}), p = (struct pair){p.i + 1, p.v + 3};
  else
    p.i = 100;
  printf("%d %d\n", p.i, p.v);
  show("b", b);
  return argv == NULL;
}
