// A body in hand that is not what runs, and declarations that mean more than their types say.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=any-attribute not %refused %S/Inputs/step.cl %s
// RUN: %long env PERSISTIFY_FAULT=any-exit not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

static int ended;
static void finish(int *left) { ended = ended * 3 + *left; }
#define at_end __attribute__((cleanup(finish)))

void cleanup() {
  int stop = 0;
  while (!stop) {
    at_end int left = 4; // expect PST1005: 'left' cannot be captured: of its attribute 'cleanup'
    launch();
    read_flag(&stop);
    left += ended;
  }
}

__attribute__((weak)) int next(int x) { return x + 1; }
void weak() {
  int stop = 0, x = 0;
  while (!stop) {
    x = next(x); // expect PST1001: call of 'next'
    launch();
    read_flag(&stop);
  }
}

struct Base {
  [[gnu::weak]] static int limit(int n) { return n; }
  int steps = 0;
};
void member(Base &b) {
  int stop = 0;
  for (; stop < Base::limit(3); b.steps++) { // expect PST1001: call of 'limit'
    launch();
    read_flag(&stop);
  }
}

extern "C" int real_target(int);
int target(int x) __attribute__((alias("real_target")));
extern "C" int real_target(int x) { return x * 2; }
void alias() {
  int stop = 0, x = 1;
  do {
    x = target(x); // expect PST1001: call of 'target'
    launch();
    read_flag(&stop);
  } while (!stop && x < 40);
}

void note(int);
int leave(int v) {
  int stop = 0;
  while (true) {
    launch();
    read_flag(&stop);
    if (stop > v) {
      note(stop);
      static int times; // expect PST1005: 'times' cannot be captured: it is a static variable
      return ++times;
    }
  }
}
