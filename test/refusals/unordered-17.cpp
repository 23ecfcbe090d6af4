// What has no order in C++17 either.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++20
#include "Inputs/host.h"
#include <cstdio>

static int calls;
template <typename T> static T once(T x) { ++calls; return x; }
struct Pair { int a, b; };
static int difference(Pair p, int c) { return p.a - p.b - c; }

int arguments() {
  int stop = 0, sum = 0;
  for (int i = 0; !stop; ++i) {
    launch();
    sum += difference({once(i), calls}, once(2)); // expect PST1062: 'calls'
    read_flag(&stop);
  }
  return sum;
}

int operators() {
  int stop = 0, sum = 0;
  for (int i = 0; !stop; ++i) {
    launch();
    sum += (once(i) < calls) + 1; // expect PST1062: 'once(i)' and 'calls'
    read_flag(&stop);
  }
  return sum;
}

int nested() {
  int stop = 0, sum = 0;
  for (int i = 0; !stop; ++i) {
    launch();
    sum += i * (stop ? 1 : (read_flag(&stop), stop)) + stop; // expect PST1062: 'stop'
  }
  return sum;
}

struct Queue {
  cl_command_queue q;
  cl_int run(cl_kernel k, size_t n) { return clEnqueueNDRangeKernel(q, k, 1, nullptr, &n, nullptr, 0, nullptr, nullptr); }
};
int methods() {
  int stop = 0;
  Queue queue{::queue};
  while (!stop) {
    if (queue.run(step, 32) + queue.run(step, 64)) // expect PST1062: both give commands
      break;
    read_flag(&stop);
  }
  return stop;
}
