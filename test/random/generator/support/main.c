/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   program SEED...   runs these random programs; lines of @@ begin and end their output
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
    printf("\n@@%s\n", argv[i]);
    fflush(stdout);
    fprintf(stderr, "\n@@%s\n", argv[i]);
    run_program(atoi(argv[i]));
    printf("\n@@end\n");
    fflush(stdout);
  }
  return 0;
}
