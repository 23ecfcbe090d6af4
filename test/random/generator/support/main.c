/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   program SEED...   runs these random programs; lines of @@ begin and end their output
 *
 * Not part of what persistify sees: its loop is no loop of the programs.
 */
#include <stdio.h>
#include <stdlib.h>

#define PROGRAM(seed) int run_##seed(void);
#include "table.h"
#undef PROGRAM
int start_programs(void);

static int run_program(int seed) {
  switch (seed) {
#define PROGRAM(seed) case seed: return run_##seed();
#include "table.h"
  }
  return 0;
}

int main(int argc, char **argv) {
  int i;
  start_programs();
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
