// Memory that the loop reaches in two ways, by what the program says.
// RUN: %refused %S/Inputs/step.cl %s -- --
// RUN: env PERSISTIFY_FAULT=never-apart not %refused %S/Inputs/step.cl %s -- --
#include "Inputs/host.h"

struct Point {
  int x, y;
};
struct Line {
  Point a, b;
  Point *far;
};

void element(int *host, int n) {
  for (int i = 0; i < n; i++) { // expect PST1066: 'host[2]' and what a command reads or writes at 'host[1]' are the same memory, which the loop changes
    launch();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, 8, host + 1, 0, 0, 0);
    host[0] += host[2];
  }
}

void member(Line &line, int n) {
  for (int i = 0; i < n; i++) { // expect PST1066: 'line.a.x' and what a pointer leads to are the same memory, which the loop changes
    line.far->x += line.a.y;
    line.a.x -= i;
    launch();
    if (i == 3)
      line.far = &line.a;
  }
}
