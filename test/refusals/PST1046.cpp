// RUN: %refused %S/Inputs/step.cl %s
#include "Inputs/host.h"
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
