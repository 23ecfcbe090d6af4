// Operands that C leaves without an order, of which one does what another one notices.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=any-order not %refused %S/Inputs/step.cl %s
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=gnu89
#include "Inputs/host.h"
#include <stdio.h>
#include <time.h>

static int counter, level = 3;
static int next(void) { return ++counter; }
static int bump(int by) { level += by; return level; }
static int say(int i) { printf("[%d]", i); return i; }
static int chosen(int a, int b) { return a * 10 + b; }

void arguments(void) {
  int stop = 0, x = 0;
  while (!stop) {
    launch();
    x = chosen(next(), next()); // expect PST1062: both change 'counter'
    read_flag(&stop);
  }
}

void sum(void) {
  int stop = 0, total = 0;
  do {
    launch();
    total = level + bump(2); // expect PST1062: 'level' and 'bump(2)' may be evaluated in either order
    read_flag(&stop);
  } while (!stop);
}

void printed(void) {
  int stop = 0, i;
  for (i = 0; !stop; i++) {
    launch();
    read_flag(&stop);
    printf("%d %d\n", say(i), say(i + 1)); // expect PST1062: both print
  }
}

void subscript(void) {
  int stop = 0, i = 0, a[4] = {0, 0, 0, 0};
  while (!stop && i < 3) {
    launch();
    a[i] = i++; // expect PST1062: one changes 'i', which the other uses
    read_flag(&stop);
  }
  printf("%d\n", a[0]);
}

void braces(void) {
  int stop = 0, n = 0, x = 0;
  while (!stop) {
    int pair[2];
    launch();
    {
      int both[] = {n++, n}; // expect PST1062: 'n++' and 'n'
      pair[0] = both[0], pair[1] = both[1];
    }
    x = pair[0] - pair[1];
    read_flag(&stop);
  }
  printf("%d\n", x);
}

struct walk { int at, left; };
static int advance(struct walk *w) { w->left--; return ++w->at; }
void members(struct walk *w) {
  int stop = 0, seen = 0;
  while (!stop) {
    launch();
    seen ^= w->left * advance(w); // expect PST1062: one changes 'w->left'
    read_flag(&stop);
  }
  printf("%d\n", seen);
}

/* Commands: which of them comes first is seen. */
void commands(void) {
  int stop = 0;
  cl_int err = 0;
  while (!stop && !err) {
    err = clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &local, 0, NULL, NULL) | // expect PST1062: one gives commands
          clEnqueueReadBuffer(queue, flag, CL_TRUE, 0, sizeof stop, &stop, 0, NULL, NULL);
  }
}
void pending(void) {
  int stop = 0;
  cl_int err = 0;
  while (!stop && !err) {
    launch();
    err = clEnqueueReadBuffer(queue, flag, CL_FALSE, 0, sizeof stop, &stop, 0, NULL, NULL) | // expect PST1062: one gives commands
          clFinish(queue);
  }
}

void set_twice(void) {
  int stop = 0;
  cl_int err = 0;
  while (!stop) {
    err = clSetKernelArg(step, 1, sizeof data, &data) + clSetKernelArg(step, 1, sizeof flag, &flag); // expect PST1062: both set arguments of kernel 'step'
    launch();
    read_flag(&stop);
  }
  printf("%d\n", err);
}

/* By way of a pointer, and in what a function was called with. */
static int take(int *from) { return (*from)--; }
void pointers(int left) {
  int stop = 0, sum = 0, *p = &left;
  while (!stop) {
    launch();
    sum += chosen(*p, take(&left)); // expect PST1062: one changes 'left'
    read_flag(&stop);
  }
  printf("%d\n", sum);
}
static void inner(void) {
  int x = chosen(bump(1), level); // expect PST1062: 'level'
  if (x)
    launch();
}
void called(void) {
  int stop = 0;
  while (!stop) {
    inner();
    read_flag(&stop);
  }
}

/* What only the host has, and a call that changes it. */
static double spent;
static int timed(void) {
  clock_t from = clock();
  launch();
  clFinish(queue);
  spent += (double)(clock() - from);
  return 1;
}
void times(void) {
  int stop = 0;
  while (!stop) {
    printf("%f %d\n", spent, timed()); // expect PST1051: may come before that
    read_flag(&stop);
  }
}
