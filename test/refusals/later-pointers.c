// What is printed is printed after the loop, where a pointer that the loop changes has one value only: a stream, and an
// object that the loop exchanges for another one.
// RUN: %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=streams-exchanged not %refused %S/Inputs/step.cl %s
// RUN: env PERSISTIFY_FAULT=exchanged-later not %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <stdio.h>

static FILE *log_file;
static void say(int i) { fprintf(log_file, "%d\n", i); }

void other_stream(void) {
  int stop = 0, i = 0;
  FILE *out = stdout;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    fprintf(out, "%d\n", i++); // expect PST1051: 'out' cannot be followed
    if (i == 3)
      out = stderr;
  }
}

void stream_of_a_function(void) {
  int stop = 0, i = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    say(i++);
    log_file = stderr; // expect PST1004: 'log_file' has type 'FILE *'
  }
}

void standard_stream(void) {
  int stop = 0, i = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    printf("%d\n", i++);
    FILE *t = stdout;
    stdout = stderr; // expect PST1004: 'stdout' has type 'FILE *'
    stderr = t;
  }
}

struct part {
  cl_mem data;
  char name[8];
};
static void show(struct part *p) { printf("%s\n", p->name); } // expect PST1051: 'p->name' cannot be followed

void exchanged(struct part *now, struct part *next) {
  int stop = 0;
  setup();
  while (!stop) {
    clSetKernelArg(step, 0, sizeof(cl_mem), &now->data);
    launch();
    read_flag(&stop);
    show(now);
    struct part *t = now;
    now = next;
    next = t;
  }
}
