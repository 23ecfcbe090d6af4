// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
#include <utility>
#include <vector>

void f() {
  std::vector<int> seen(4);
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    seen.erase(seen.begin()); // expect PST1046: call of 'erase' on 'seen'
  }
}

// Vectors whose length only the run knows do not change places, whatever they are called with.
void g(int n) {
  std::vector<int> from(n), to(n);
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    to[0] = from[1] + stop;
    std::swap(from, to); // expect PST1046: call of 'std::swap' on 'from'
  }
}
