/* An endless loop that looks each tenth trip whether it is done.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017 --entries 52 --allow-kernel heat=52
*/
#include "setup.h"
static float cells[1024], before[1024];
int main(void) {
  cl_mem a, b, t;
  cl_kernel heat;
  size_t global[2] = {32, 32};
  int w = 32, h = 32, it = 0, i;
  float rate = 0.25f, delta;
  start("heat.cl", "");
  heat = kernel_named("heat");
  for (i = 0; i < 1024; i++)
    cells[i] = before[i] = i % 32 == 0 ? 100.0f : 0.0f;
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  for (;;) {
    clSetKernelArg(heat, 0, sizeof a, &a);
    clSetKernelArg(heat, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
    t = a;
    a = b;
    b = t;
    it++;
    if (it % 10 == 0) {
      clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
      delta = 0;
      for (i = 0; i < 1024; i++) {
        float d = cells[i] - before[i];
        delta += d < 0 ? -d : d;
        before[i] = cells[i];
      }
      printf("%d: %.4f\n", it, delta);
      if (delta < 60.0f)
        break;
    }
  }
  printf("%d steps\n", it);
  return 0;
}
