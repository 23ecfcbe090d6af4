// What lies between members of a struct that is an argument: where the kernel's type has a member there, the loop stays.
// Where it has none, and where an argument is null in one of two ways, PERSISTIFY=verify sees no difference.
// REQUIRES: device
// RUN: %run-check %S/argument-members.cl %s --host-flag=-I%S/Inputs --entries 3 --allow-kernel paint
// RUN: env PERSISTIFY_FAULT=argument-gaps not %run-check %S/argument-members.cl %s --host-flag=-I%S/Inputs --entries 4
// RUN: %persistify %S/argument-members.cl %s -o %t -- -I%S/Inputs 2>&1 | FileCheck %s
#include "setup.h"

struct brush {
  unsigned char kind;
  int at;
  short low;
};

static struct brush brushes[3];

int main(void) {
  size_t items = 32;
  start("argument-members.cl", "");
  cl_mem cells = ints(32, 7), copy = ints(32, 1);
  cl_kernel paint = kernel_named("paint"), trace = kernel_named("trace"), echo = kernel_named("echo");
  clSetKernelArg(paint, 0, sizeof cells, &cells);
  clSetKernelArg(trace, 0, sizeof cells, &cells);
  clSetKernelArg(echo, 0, sizeof cells, &cells);
  clSetKernelArg(echo, 1, sizeof copy, &copy);
  memset(brushes, 0x31, sizeof brushes);
  for (int b = 0; b < 3; b++) {
    brushes[b].kind = (unsigned char)(b + 1);
    brushes[b].at = b * b - 3;
    brushes[b].low = (short)(5 - b);
  }

  for (int b = 0; b < 3; b++) {
    // CHECK: [[@LINE+1]]:{{.*}} byte 1 of argument 1 is between members for the host, but belongs to a member of 'c' of kernel 'paint'
    clSetKernelArg(paint, 1, sizeof brushes[b], &brushes[b]);
    clEnqueueNDRangeKernel(queue, paint, 1, NULL, &items, NULL, 0, NULL, NULL);
  }
  show("painted", cells);

  for (int turn = 0; turn < 5; turn++) {
    struct brush *b = &brushes[turn % 3];
    clSetKernelArg(trace, 1, sizeof *b, b);
    clEnqueueNDRangeKernel(queue, trace, 1, NULL, &items, NULL, 0, NULL, NULL);
    brushes[0].at += turn;
  }
  show("traced", cells);

  for (int turn = 0; turn < 4; turn++) { // null at the end, by no address
    clEnqueueNDRangeKernel(queue, echo, 1, NULL, &items, NULL, 0, NULL, NULL);
    clSetKernelArg(echo, 1, sizeof copy, turn % 2 ? NULL : &copy);
  }
  show("cells", cells);
  cl_mem none = NULL;
  for (int turn = 0; turn < 4; turn++) { // and by the address of a null handle
    clEnqueueNDRangeKernel(queue, echo, 1, NULL, &items, NULL, 0, NULL, NULL);
    clSetKernelArg(echo, 1, sizeof copy, turn % 2 ? &none : &copy);
  }
  show("cells", cells);
  show("copy", copy);
  return 0;
}
