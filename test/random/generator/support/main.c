/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   program SEED...   runs these random programs, a line of output for each
 *
 * Not part of what persistify sees: its loop is no loop of the programs.
 */
#include <stdio.h>
#include <stdlib.h>

int run_program(int seed);

int main(int argc, char **argv) {
  int i;
  run_program(-1);
  for (i = 1; i < argc; i++) {
    printf(" %d\n", run_program(atoi(argv[i])));
    fflush(stdout);
  }
  return 0;
}
