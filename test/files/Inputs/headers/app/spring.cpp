// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "setup.h"
#include <tools/spring.hpp>
#ifdef AGAIN
#include <tools/again.hpp>
#endif

int main(int argc, char **argv) {
  start("waves.cl", "");
  Spring<int> s = {queue, kernel_named("wave"), {ints(80, 5), ints(80, 900)}, 80};
  printf("%d\n", s.swing(atoi(argv[1])));
  show("a", s.ends[0]);
  show("b", s.ends[1]);
}
