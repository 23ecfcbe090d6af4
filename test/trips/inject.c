/* The host reads a list of events from a file, and writes what they change into the buffer.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 5 --allow-kernel heat=4
*/
#include "setup.h"
struct event { int at, cell; float heat; };
static struct event next;
static FILE *events;
static int more(void) { return fscanf(events, "%d %d %f", &next.at, &next.cell, &next.heat) == 3; }
int main(void) {
  cl_kernel heat;
  cl_mem now, then, swap;
  float zero[400];
  size_t global[2] = {20, 20};
  int w = 20, h = 20, step, pending, i;
  float rate = 0.2f, sum = 0;
  events = fopen("events.txt", "w");
  fputs("2 45 10.5\n9 210 -3.25\n10 211 8\n28 390 1\n", events);
  fclose(events);
  start("heat.cl", "");
  heat = kernel_named("heat");
  memset(zero, 0, sizeof zero);
  now = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, zero, NULL);
  then = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, zero, NULL);
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  events = fopen("events.txt", "r");
  pending = more();
  for (step = 0; step < 35; step++) {
    if (pending && step == next.at) {
      clEnqueueWriteBuffer(queue, now, CL_TRUE, next.cell * sizeof(float), sizeof(float), &next.heat, 0, NULL, NULL);
      pending = more();
    }
    clSetKernelArg(heat, 0, sizeof now, &now);
    clSetKernelArg(heat, 1, sizeof then, &then);
    clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
    swap = now, now = then, then = swap;
  }
  fclose(events);
  clEnqueueReadBuffer(queue, now, CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL);
  for (i = 0; i < 400; i++)
    sum += zero[i] * (float)(i % 5);
  printf("%.4f\n", sum);
  return 0;
}
