/* A format may have a number written, characters may be several, a name may be hidden at the loop, and question marks may be trigraphs.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-Wno-multichar --entries
   RUN: %{check} 2 --allow-kernel add
   RUN: env PERSISTIFY_FAULT=kept-characters not %{check} any | FileCheck %s
   RUN: %{check} 2 --allow-kernel add --host-flag=-std=c99
   RUN: %long env PERSISTIFY_FAULT=trigraphs not %{check} any --host-flag=-std=c99 | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"
#include <time.h>

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}
static void note(int v) { printf("note %d %d\n", v, time(NULL) > 0); }
static int noted(int i) {
  step(i);
  note(i);
  return i;
}

int main(void) {
  int note = 0, i;
  signed char length = 0;
  char name[8] = "name";
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < 6; i++) { /* writes its length */
    step(i);
    printf("%d %s%hhn\n", i * 5, name, &length);
    i += length > 6;
  }
  for (i = 0; i < 4; i++) {
    step(i);
    printf("%s %d %d %d ?\?=?\?\?(\n", name, 'ab', 'a', '\377');
  }
  for (i = 0; i < 4; i++) /* one name for two */
    note += noted(i);
  for (i = 0; i < 4; i++) {
    step(note);
    printf("%c%c\n", 'a' + i, '\'');
  }
  show("a", a);
  return 0;
}
