// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pulley.hpp"
#include "setup.h"

int main(int argc, char **argv) {
  start("waves.cl", "");
  Rope rope = {{ints(80, 5), ints(80, 900)}, 80};
  printf("%d\n", pulled(queue, kernel_named("wave"), rope, argc > 1 ? atoi(argv[1]) : 4));
  show("a", rope.ends[0]);
  show("b", rope.ends[1]);
}
