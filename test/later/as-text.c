/* A number that is printed as text, or changed by its bytes, behind pointers that nobody knows.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --expect-fallback "are the same memory"
   RUN: %{check}
   RUN: env PERSISTIFY_FAULT=texts-apart not %{check} | FileCheck %s
   CHECK: standard output differs
*/
#include "setup.h"

static cl_kernel add;
static const size_t items = 64;

static void step(int by) {
  clSetKernelArg(add, 1, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

union label {
  int number;
  char text[8];
};

int main(int argc, char **argv) {
  int letters[4] = {0x41, 0x42, 0x43, 0x44}, more[4] = {0, 0, 0, 0}, i;
  int *word = argc > 1 ? more : letters, *other = argc > 2 ? more : letters;
  static int store[8];
  char *pool = (char *)store;
  int *cell = argc > 1 ? more : (int *)(void *)(pool + 4);
  const char *kept = argc > 2 ? argv[1] : pool + 4;
  union label labels[2] = {{0x61}, {0x62}};
  int *number = argc > 1 ? more : &labels[1].number;
  const char *text = argc > 2 ? argv[1] : labels[1].text;
  int *shown = argc > 1 ? more : letters;
  signed char *byte = (signed char *)(argc > 2 ? more : letters);
  cl_mem a;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(64, 0);
  clSetKernelArg(add, 0, sizeof a, &a);

  for (i = 0; i < 4; i++) { /* cast where it is printed */
    step(i);
    *word += i;
    printf("%s\n", (char *)other);
  }
  for (i = 0; i < 4; i++) { /* in a pool of bytes */
    step(i);
    *cell = 0x41 + i;
    puts(kept);
  }
  for (i = 0; i < 4; i++) { /* in a union */
    step(i);
    *number += i;
    printf("%s\n", text);
  }
  for (i = 0; i < 4; i++) { /* the loop writes a byte */
    step(i);
    *byte += 1;
    printf("%d\n", *shown);
  }
  for (i = 0; i < 4; i++) /* nothing of that */
    step(i);
  show("a", a);
  return 0;
}
