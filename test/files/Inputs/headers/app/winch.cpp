// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "winch.hpp"
#include "setup.h"

int main(int argc, char **argv) {
  start("waves.cl", "");
  Drum drum = {{ints(80, 5), ints(80, 700)}, 80};
  printf("%d\n", wound(queue, kernel_named("wave"), drum, argc > 1 ? atoi(argv[1]) : 4));
  show("a", drum.sides[0]);
  show("b", drum.sides[1]);
}
