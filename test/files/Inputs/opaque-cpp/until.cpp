// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim.h"
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv) {
  const int n = 96, steps = argc > 1 ? std::atoi(argv[1]) : 13;
  static int a[n];
  sim::state *s = sim::open("k.cl", n);
  int last[96];
  for (int i = 0; i < steps; ++i) {
    sim::step(s);
    sim::read(s, last);
    if (last[3] > 40)
      break;
  }
  sim::read(s, a);
  sim::close(s);
  for (int i = 0; i < n; ++i)
    std::printf("%d%c", a[i], i % 16 == 15 ? '\n' : ' ');
}
