/* Arguments whose bytes are a buffer that stands first in an object: the address that is given is the object's.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/steps.cl %s --host-flag=-I%S/Inputs
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --host-flag=-DNESTED
   RUN: %{check} --entries 1 --host-flag=-DVARIADIC
   RUN: %{check} --entries 1 --host-flag=-DROUND
   Of a pointer that may come to the array's end the bytes of an element are meant.
   RUN: %{check} --entries 1 --host-flag=-DSTEP
   RUN: not %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs -DUNION 2>&1 | FileCheck %s
   CHECK: the bytes of '&cells[0]' cannot be followed
   RUN: env PERSISTIFY_FAULT=handles-alone not %{check} --entries 1
*/
#include <stdarg.h>
#include "setup.h"

typedef struct {
#ifdef UNION
  union {
    cl_mem mem;
    cl_ulong bits;
  };
#else
  cl_mem mem;
#endif
  cl_mem_flags flags;
} cell;

typedef struct {
  cell ends[2];
  int steps;
} pair;

typedef struct {
  cl_kernel kernels[1];
  cell *cells;
} context_of;

static cell made(int first) {
  cell c;
  c.mem = ints(64, first);
  c.flags = 0;
  return c;
}

#ifdef VARIADIC
static void arguments(cl_kernel k, int n, va_list list) {
  int i;
  for (i = 0; i < n; i++) {
    size_t size = va_arg(list, size_t);
    void *value = va_arg(list, void *);
    need(clSetKernelArg(k, i, size, value), "argument");
  }
}

static void run(context_of *c, int which, size_t global, int n, ...) {
  va_list list;
  va_start(list, n);
  arguments(c->kernels[which], n, list);
  va_end(list);
  need(clEnqueueNDRangeKernel(queue, c->kernels[which], 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
}
#endif

int main(void) {
  const size_t global = 64;
  int i;
  cell cells[2];
#ifdef VARIADIC
  context_of *c = (context_of *)malloc(sizeof *c);
#endif
  start("steps.cl", "");
  cells[0] = made(1);
  cells[1] = made(5);
#if defined NESTED
  {
    cl_kernel k = kernel_named("map");
    pair both;
    both.ends[0] = cells[0];
    both.ends[1] = cells[1];
    both.steps = 4;
    clSetKernelArg(k, 0, sizeof(cl_mem), &both);
    for (i = 0; i < both.steps; i++) {
      clSetKernelArg(k, i & 1, sizeof(cl_mem), &both);
      clSetKernelArg(k, 1 - (i & 1), sizeof(cl_mem), both.ends + 1);
      clSetKernelArg(k, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  }
#elif defined ROUND
  {
    cl_kernel k = kernel_named("map");
    cell ring[3];
    for (i = 0; i < 3; i++)
      ring[i] = made(i * 4);
    for (i = 0; i < 7; i++) {
      clSetKernelArg(k, 0, sizeof(cl_mem), &ring[i % 3]);
      clSetKernelArg(k, 1, sizeof(cl_mem), ring + (i + 1) % 3);
      clSetKernelArg(k, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
      if (i == 4) {
        cell t = ring[0];
        ring[0] = ring[1];
        ring[1] = t;
      }
    }
    cells[0] = ring[0];
    cells[1] = ring[2];
  }
#elif defined STEP
  {
    cl_kernel k = kernel_named("map");
    cell row[4];
    for (i = 0; i < 4; i++)
      row[i] = made(i * 3);
    for (i = 0; i < 3; i++) {
      const cell *next = row + i + 1;
      clSetKernelArg(k, 0, sizeof(cl_mem), row + i);
      clSetKernelArg(k, 1, sizeof(cl_mem), next);
      clSetKernelArg(k, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
    cells[0] = row[1];
    cells[1] = row[3];
  }
#elif defined VARIADIC
  c->kernels[0] = kernel_named("map");
  c->cells = cells;
  for (i = 0; i < 5; i++) {
    run(c, 0, global, 3, sizeof(cl_mem), (void *)&c->cells[0], sizeof(cl_mem), (void *)&c->cells[1], sizeof i, (void *)&i);
    run(c, 0, global, 3, sizeof(cl_mem), (void *)(c->cells + 1), sizeof(cl_mem), (void *)c->cells, sizeof i, (void *)&i);
  }
  free(c);
#else
  {
    cl_kernel k = kernel_named("map");
    for (i = 0; i < 5; i++) {
      clSetKernelArg(k, 0, sizeof(cl_mem), &cells[0]);
      clSetKernelArg(k, 1, sizeof(cl_mem), &cells[1]);
      clSetKernelArg(k, 2, sizeof i, &i);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
      clSetKernelArg(k, 0, sizeof(cl_mem), (void *)(cells + 1));
      clSetKernelArg(k, 1, sizeof(cl_mem), (void *)cells);
      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    }
  }
#endif
  clFinish(queue);
  show("first", cells[0].mem);
  show("second", cells[1].mem);
  return 0;
}
