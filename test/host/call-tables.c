// Tables of functions that are constant, or that their file only reads: a call by one is a choice. Tables that may change are refused.
// REQUIRES: device
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 6 --verify state
// RUN: %run-check %S/steps.cl %S/Inputs/call-tables.cpp --host-flag=-I%S/Inputs --entries 3 --verify state
// RUN: %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | FileCheck %s
// CHECK: call of 'changing[i & 1]' inside the loop: it is not seen which function it calls [PST1001]
// CHECK: call of 'visible[i & 1]' inside the loop: it is not seen which function it calls [PST1001]
// CHECK: call of 'given[i & 1].of' inside the loop: it is not seen which function it calls [PST1001]
// CHECK: 6 loops transformed, 3 refused
// RUN: env PERSISTIFY_FAULT=tables-stay %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs 2>&1 | not FileCheck %s
#include "setup.h"

static cl_kernel k_add;

static void add(int v) {
  size_t items = 64;
  clSetKernelArg(k_add, 1, sizeof v, &v);
  clEnqueueNDRangeKernel(queue, k_add, 1, NULL, &items, NULL, 0, NULL, NULL);
}

static int twice(int x) { return 2 * x; }
static int less(int x) { return x - 1; }
static int square(int x) { return x * x; }
static int (*const operations[])(int) = {twice, less, square, less};

static void numbers(int n) {
  int i, state = 3;
  for (i = 0; i < n; i++) {
    state = operations[state & 3](state) % 101;
    add(state);
  }
  printf("%d\n", state);
}

/* A machine of states, each with an action that launches. */
enum { START, RUN, REST, STATES };
static int start_up(int *left) {
  add(1);
  *left = 5;
  return RUN;
}
static int run(int *left) {
  add(*left);
  return --*left > 0 ? (*left & 1 ? REST : RUN) : STATES;
}
static int rest(int *left) {
  if (*left == 3)
    add(100);
  return RUN;
}
typedef int action(int *);
static action *const actions[STATES] = {[RUN] = run, [REST] = &rest, [START] = start_up};

static void machine(void) {
  int state = START, left = 0, steps = 0;
  while (state != STATES && steps++ < 20)
    state = (*actions[state])(&left);
  printf("%d %d\n", state, steps);
}

/* Rows of a table of commands; not all have all. */
static void forward(int by) { add(by); }
static void back(int by) { add(-by); }
static const struct command {
  const char *name;
  void (*execute)(int);
  int cost, (*undo)(int);
} commands[3] = {{"forward", forward, 1, less}, {"back", back, 2, NULL}, {"turn", forward, 4, twice}};

static void rows(int n) {
  unsigned i;
  int state = 0;
  for (i = 0; i < (unsigned)n; ++i) {
    const struct command unused = commands[0];
    commands[i % 3u].execute((int)i + 1);
    if (i % 3 != 1)
      state += commands[i % 3].undo(state + 7);
    (void)unused;
  }
  printf("%d\n", state);
}
/* The index is known. */
static void known(int n) {
  int i, k, state = 1;
  for (i = 0; i < n; i++) {
    for (k = 0; k < 2; k++)
      state = operations[k](state);
    add(state);
  }
  printf("%d\n", state);
}
static int (*staying[3])(int) = {twice, less, square};
static struct {
  int (*of)(int);
  int by;
} pairs[2] = {{square, 3}, {less, 5}};
static void stay(int n) {
  int i, state = 1;
  for (i = 0; i < n; i++)
    add(state = staying[i % 3](state) + (int)sizeof staying[0] % 7);
  for (i = 0; i < n; i++)
    add(pairs[i & 1].of(pairs[i & 1].by + i));
  printf("%d\n", state);
}

static int (*changing[2])(int) = {twice, less};
int (*visible[2])(int) = {twice, less};
static struct {
  int (*of)(int);
} given[2] = {{square}, {less}};
static void fill(int (**to)(int)) { *to = twice; }
static void change(int n) {
  int i;
  for (i = 0; i < n; i++)
    add(changing[i & 1](i));
  for (i = 0; i < n; i++)
    add(visible[i & 1](i));
  for (i = 0; i < n; i++)
    add(given[i & 1].of(i));
}

int main(int argc, char **argv) {
  start("steps.cl", NULL);
  k_add = kernel_named("add");
  cl_mem a = ints(64, 5);
  clSetKernelArg(k_add, 0, sizeof a, &a);
  numbers(7);
  machine();
  rows(5);
  known(3);
  stay(6);
  if (argc > 5) {
    changing[0] = square;
    fill(&given[1].of);
    change(3);
  }
  (void)argv;
  show("a", a);
  return 0;
}
