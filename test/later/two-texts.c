/* Printed texts of which a condition of the loop chooses one. */
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- 5
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/../host/Inputs --entries 4 -- 0
#include "step.h"

static void at_once(int n) {
  for (int i = 0; i < n; i++) {
    int v = step(i), ok = v % 3 == 0;
    printf("%s %d%s\n", ok ? "yes" : "no", v, i + 1 == n ? "" : ",");
    printf(ok ? "three %d\n" : "other %d\n", v);
  }
}

static void kept(int n) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    const char *what = v > 10 ? "big" : "small";
    v = -v; /* behind the choice */
    puts(what);
    printf("%s (%d)\n", what, v);
  }
}

static const char *name_of(int v) { return v & 1 ? "odd" : "even"; }
static void say(const char *what, int v) { printf("%s: %d\n", what, v); }

static void by_function(int n, const char *title) {
  for (int i = 0; i < n; i++) {
    int v = step(i);
    say(name_of(v), v);
    say(v > 6 ? title : "few", v);
    fputs(name_of(v + 1), stdout);
  }
}

static void last_one(int n) {
  int v = 0;
  for (int i = 0; i < n; i++) {
    const char *end = i < n - 1 ? ", " : "\n";
    v += step(1);
    printf("%d", v), fputs(end, stdout);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  start("steps.cl", "");
  k = kernel_named("add");
  a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  at_once(n);
  kept(n);
  by_function(n, "many");
  last_one(n);
  show("a", a);
  return 0;
}
