// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"

// The base class, and with it its members, can be named by the class alone.
struct Flag {
  int stop = 0;
};
class Solver : Flag {
public:
  bool advance() {
    launch();
    read_flag(&stop);
    return !stop;
  }
};
struct Timed : Solver {
  int steps = 0;
};

void f() {
  Timed solver;
  setup();
  while (solver.advance()) // expect PST1027: is a private member of
    ++solver.steps;
}
