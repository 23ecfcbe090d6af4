// Functions that only print could run after the loop, but for what nothing says the meaning of.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=any-statement not %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=outer-prints-only not %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=later-errno not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>
#include <time.h>

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

// errno is what it is then.
void errors(void) {
  int stop = 0;
  const char *why = "%d: %-5m\n";
  while (!stop) {
    launch();
    read_flag(&stop);
    if (stop > 1)
      printf(stop > 2 ? why : "%d%%m\n", stop); // expect PST1051: it prints errno
  }
}

static int lines;
static void fail(int v) {
  lines += printf("%d %m %d\n", v, clock() > 0); // expect PST1051: it prints errno
}
void failures(void) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    fail(stop);
  }
}

// A length that is written within a statement.
void lengths(void) {
  int length = 0;
  while (length < 9) {
    launch();
    lines += printf("%d%n\n", clock() > 0, &length); // expect PST1051: a pointer to 'int' is given to printf
  }
}
