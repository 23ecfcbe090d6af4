// Names of the library with other arguments than the model knows, and variables that have no name at the loop.
// RUN: %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: env PERSISTIFY_FAULT=any-arity not %refused %S/Inputs/step.cl %s -- -- -std=c++17
// RUN: %long env PERSISTIFY_FAULT=any-template not %refused %S/Inputs/step.cl %s -- -- -std=c++17
#include "Inputs/host.h"
#include <cmath>

double distance(double x, double y, double z) {
  int stop = 0;
  while (!stop) {
    launch();
    read_flag(&stop);
    x = std::hypot(x, y, z); // expect PST1001: call of 'std::hypot'
  }
  return x;
}

namespace {
enum Step { Small = 1, Large = 3 };
}
template <Step N> int counter = N;
int count() {
  int stop = 0;
  for (; !stop; counter<Large>++) { // expect PST1005: 'counter' cannot be captured: it is an instance of a template, for what has no name here
    launch();
    read_flag(&stop);
  }
  return counter<Large>;
}
