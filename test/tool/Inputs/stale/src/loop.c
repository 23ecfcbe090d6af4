#define CL_TARGET_OPENCL_VERSION 120
#include "loop.h"
#include "near.h"
#include "moves.h"
#include <far.h>
#include <stdio.h>

#ifdef WITH_MADE
#include "made.h"
#else
#define MADE 1
#endif
#if __GNUC__ < 11 /* as persistify reads it */
#define UNSEEN 0
#else
#include "unseen.h"
#endif
#ifndef FLAG
#define FLAG 0
#endif
enum { OWN = 1 };

void loop(struct cells *c, cl_command_queue queue, cl_program program, cl_mem cells) {
  size_t size = c->n;
  int i;
  cl_kernel step;
  printf("loop: own %d, near %d of %d, far %d, deep %d, moves %d, made %d, unseen %d, flag %d\n", OWN, NEAR,
         (int)sizeof *c, FAR, DEEP, MOVES, MADE, UNSEEN, FLAG);
  if (!queue)
    return;
  step = clCreateKernel(program, "step", NULL);
  clSetKernelArg(step, 0, sizeof cells, &cells);
  clSetKernelArg(step, 1, sizeof c->n, &c->n);
  for (i = 0; i < c->rounds; i++)
    clEnqueueNDRangeKernel(queue, step, 1, NULL, &size, NULL, 0, NULL, NULL);
  clFinish(queue);
}
