/* A room is drawn every so many steps, by a function that goes through an array of the heap; sizes are an array of each trip's own.
   REQUIRES: device
   ROWS: host-trips
   DEFINE: %{check} = %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --reason PST3017
   RUN: %{check} --entries 5 --allow-kernel heat=4 -- 16 40
   RUN: %{check} --entries 4 --allow-kernel heat=3 -- 24 29
   RUN: env PERSISTIFY_FAULT=refused-once not %{check} --entries 5 --allow-kernel heat=4 -- 16 40
   RUN: env PERSISTIFY_FAULT=arrays-of-trips not %{check} --entries 5 --allow-kernel heat=4 -- 16 40
*/
#include "setup.h"
#include <stdbool.h>
typedef float *Room;

static Room room(int w, int h) { return malloc(sizeof(float) * w * h); }

static void draw(Room r, int w, int h) {
  const char *shade = " .-:=+*#%@";
  for (int y = 0; y < h; y += 4) {
    for (int x = 0; x < w; x += 2) {
      float most = 0;
      for (int i = y; i < y + 4; i++)
        for (int j = x; j < x + 2; j++)
          most = most < r[i * w + j] ? r[i * w + j] : most;
      int c = most / 30 * 10;
      printf("%c", shade[c > 9 ? 9 : c < 0 ? 0 : c]);
    }
    printf("|\n");
  }
}

int main(int argc, char **argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 16, steps = argc > 2 ? atoi(argv[2]) : 40;
  const float rate = 0.15f;
  Room a = room(side, side);
  for (int i = 0; i < side * side; i++)
    a[i] = i == side * side / 2 + 3 ? 900 : 0;
  start("heat.cl", "");
  cl_kernel heat = kernel_named("heat");
  cl_int err;
  cl_mem now = clCreateBuffer(context, CL_MEM_READ_WRITE, side * side * sizeof *a, NULL, &err);
  cl_mem next = clCreateBuffer(context, CL_MEM_READ_WRITE, side * side * sizeof *a, NULL, &err);
  clEnqueueWriteBuffer(queue, now, CL_TRUE, 0, side * side * sizeof *a, a, 0, NULL, NULL);
  clSetKernelArg(heat, 2, sizeof side, &side);
  clSetKernelArg(heat, 3, sizeof side, &side);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  cl_event done;
  bool dirty = false;
  for (int t = 0; t < steps; t++) {
    dirty = true;
    clSetKernelArg(heat, 0, sizeof now, &now);
    clSetKernelArg(heat, 1, sizeof next, &next);
    size_t size[2];
    size[t % 2] = side, size[1 - t % 2] = side;
    need(clEnqueueNDRangeKernel(queue, heat, 2, NULL, size, NULL, 0, NULL, &done), "launch");
    cl_mem old = now;
    now = next, next = old;
    if (!(t % 10)) {
      err = clEnqueueReadBuffer(queue, now, CL_TRUE, 0, side * side * sizeof *a, a, 0, NULL, NULL);
      need(err, "read");
      dirty = false;
      printf("step %d:\n", t);
      draw(a, side, side);
    }
  }
  if (dirty)
    clEnqueueReadBuffer(queue, now, CL_TRUE, 0, side * side * sizeof *a, a, 0, NULL, NULL);
  clWaitForEvents(1, &done);
  double sum = 0;
  for (int i = 0; i < side * side; i++)
    sum += a[i];
  printf("%d %.3f\n", dirty, sum);
  return 0;
}
