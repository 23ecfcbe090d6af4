// RUN: %refused %S/Inputs/step.cl %s
// Loops whose functions launch only by way of a pointer, which the program's first words choose: no loop without a word.
#include "Inputs/host.h"
#include <string.h>

extern void (*run)(void);

static int again(int n) {
  run(); // expect PST1001: call of 'run' inside the loop: it is not seen which function it calls
  return n + 1;
}

void steps(void) {
  for (int n = 0; n < 10; n = again(n))
    ;
}

/* Nothing that launches is ever given to a pointer of this type. */
extern int (*shown)(int);
static int show(int n) { return shown(n); }
int print(int n) { return n - 1; }
int (*shown)(int) = print;

void prints(void) {
  int n = 5;
  while (n)
    n = show(n);
}

static void once(void) { launch(); }
static void twice(void) {
  launch();
  launch();
}
void (*run)(void) = once;

int chosen(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "twice"))
    run = twice;
  setup();
  steps();
  prints();
  return 0;
}
