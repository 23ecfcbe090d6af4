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

// Vectors that change places are not copied as well.
void g(int n) {
  std::vector<int> from(n), to(n);
  int stop = 0;
  setup();
  while (!stop) {
    launch();
    read_flag(&stop);
    std::swap(from, to);
    to[0] = from[1] + stop;
    from = to; // expect PST1046: call of '=' on 'from'
  }
}
