/* Prints what it was compiled from. There is no device, and so no round. */
#define CL_TARGET_OPENCL_VERSION 120
#include "loop.h"
#include "near.h"
#include <far.h>
#include <stdio.h>

#ifndef FLAG
#define FLAG 0
#endif

int main(void) {
  struct cells c = {8, "", 0};
  printf("main: near %d of %d, far %d, deep %d, flag %d\n", NEAR, (int)sizeof c, FAR, DEEP, FLAG);
  loop(&c, NULL, NULL, NULL);
  return 0;
}
