// Events that another file of the program may give to the loop.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=closed-files not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

cl_event ready;
static cl_event own;

void of_the_program(int n) {
  int i;
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &ready, NULL); // expect PST1065: in 'ready' that is not of its queue: another file may set it
}

void of_the_caller(cl_event first, int n) {
  int i;
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &first, NULL); // expect PST1065: in 'first' that is not of its queue: another file may call 'of_the_caller'
}

/* By name and by pointer. */
static void by_pointer(cl_event begin, int n) {
  int i;
  setup();
  for (i = 0; i < n; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, NULL, 1, &begin, NULL); // expect PST1065: the program uses 'by_pointer' otherwise than by calls
}
static void (*chosen)(cl_event, int) = by_pointer;

int main(void) {
  setup();
  of_the_program(3);
  of_the_caller(own, 3);
  by_pointer(own, 2);
  chosen(own, 2);
  return 0;
}
