/* Parts of each trip are timed by a clock of the program's; each so many the host writes a picture, which is timed as well.
   REQUIRES: device
   ROWS: host-trips
   DEFINE: %{check} = %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file log.csv --reason PST3017 --entries 6 --allow-kernel heat=5 --allow-kernel source=5
   RUN: %{check}
   RUN: env PERSISTIFY_FAULT=no-clock-between not %{check}
   What a slice takes is within the first of its readings.
   RUN: rm -rf %t && %persistify %S/heat.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -I%S/../host/Inputs %t/clocks.c %runtime_flags -o %t/program
   RUN: cd %t && %env_device PERSISTIFY_TEST_AT=0,1 ./program -t 2>&1 | FileCheck %s
   NOTICES: clock-once
   RUN: cd %S && rm -rf %t2 && env PERSISTIFY_FAULT=clock-once %persistify %S/heat.cl %s -o %t2 --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -I%S/../host/Inputs %t2/clocks.c %runtime_flags -o %t2/program
   RUN: cp %S/heat.cl %t2 && cd %t2 && %env_device PERSISTIFY_TEST_AT=0,1 ./program -t 2>&1 | not FileCheck %s
   CHECK: all took time
*/
#include "setup.h"
#include <sys/time.h>
enum { W = 24, H = 16, CELLS = W * H };
struct watch {
  double step, file;
};
static struct timeval begun;
static double seconds(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return now.tv_sec - begun.tv_sec + (now.tv_usec - begun.tv_usec) * 1e-6;
}
static void steps(cl_kernel heat, cl_kernel source, cl_mem in, cl_mem out) {
  static const size_t global[2] = {W, H};
  static const int w = W, h = H, at = 40;
  static const float rate = 0.2f, by = 1.5f;
  clSetKernelArg(source, 0, sizeof in, &in);
  clSetKernelArg(source, 1, sizeof at, &at);
  clSetKernelArg(source, 2, sizeof by, &by);
  clEnqueueNDRangeKernel(queue, source, 1, NULL, global, NULL, 0, NULL, NULL);
  clSetKernelArg(heat, 0, sizeof in, &in);
  clSetKernelArg(heat, 1, sizeof out, &out);
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
  clFinish(queue);
}
int main(int argc, char **argv) {
  struct watch took = {0, 0};
  static float cells[CELLS];
  cl_kernel heat, source;
  cl_mem a, b;
  double start_time, elapsed = 0, lap;
  int step, laps = 0;
  FILE *log;
  start("heat.cl", "");
  heat = kernel_named("heat"), source = kernel_named("source");
  a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof cells, cells, NULL);
  gettimeofday(&begun, NULL);
  for (step = 1; step < 48; step++) {
    const int flip = step % 2;
    start_time = seconds();
    steps(heat, source, flip ? a : b, flip ? b : a);
    lap = seconds() - start_time;
    took.step += lap;
    laps += lap > 5e-6;
    elapsed += 0.25;
    if (step % 9 == 0) {
      start_time = seconds();
      clEnqueueReadBuffer(queue, flip ? b : a, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
      log = fopen("log.csv", step == 9 ? "w" : "a");
      if (!log)
        return 2;
      fprintf(log, "%d,%f,%f\n", step, elapsed, cells[40]);
      fclose(log);
      took.file += seconds() - start_time;
    }
  }
  clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof cells, cells, 0, NULL, NULL);
  printf("%d steps, %f, %f\n", step, elapsed, cells[41]);
  if (argc > 1)
    puts(laps > 30 && took.step > 0 && took.file > 0 ? "all took time" : "some took none");
  return 0;
}
