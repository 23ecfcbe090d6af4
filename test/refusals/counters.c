// Counters that functions keep for themselves, called from the loop.
// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static int ticket(void) {
  static int count; // expect PST1005: it is a static variable of another function, which nothing else can name: declare it outside
  return ++count;
}
static void run_tickets(int n) {
  int i;
  setup();
  for (i = 0; i < n; i++) {
    int now = ticket();
    clSetKernelArg(step, 1, sizeof now, &now);
    launch();
  }
}

/* As a toggle. */
static cl_mem *Next(cl_mem pair[2]) {
  static unsigned flip = 0; // expect PST1005: 'flip' cannot be captured
  return &pair[flip ^= 1u];
}
static void run_pairs(int n, cl_mem other) {
  cl_mem pair[2];
  pair[0] = data;
  pair[1] = other;
  while (n-- > 0) {
    clSetKernelArg(step, 0, sizeof(cl_mem), Next(pair));
    launch();
  }
}

/* And of a message that comes once. */
static void announce(const char *what) {
  static int announced; // expect PST1005: 'announced' cannot be captured
  if (!announced++)
    global = what[0] == 'x';
}
static void run_messages(int n) {
  int i = 0;
  do {
    announce("begin");
    launch();
  } while (++i < n);
}

int main(void) {
  run_tickets(3);
  run_pairs(4, NULL);
  run_messages(2);
  return 0;
}
