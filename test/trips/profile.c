/* Each so many steps a launch is waited for and timed; the host keeps the largest.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file timed.txt --reason PST3017 --entries 6 --allow-kernel rule=5
*/
#include "setup.h"
int main(void) {
  cl_kernel rule;
  cl_mem cells[2];
  unsigned char first[300];
  int n = 300, bits = 54, i, timed = 0, bad = 0;
  size_t global = 300;
  cl_ulong begin, end;
  start("cell.cl", "");
  clReleaseCommandQueue(queue);
  queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
  rule = kernel_named("rule");
  memset(first, 0, sizeof first);
  first[9] = first[200] = 1;
  for (i = 0; i < 2; i++)
    cells[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  clSetKernelArg(rule, 2, sizeof n, &n);
  clSetKernelArg(rule, 3, sizeof bits, &bits);
  for (i = 0; i < 50; i++) {
    clSetKernelArg(rule, 0, sizeof(cl_mem), &cells[i % 2]);
    clSetKernelArg(rule, 1, sizeof(cl_mem), &cells[(i + 1) % 2]);
    if (i % 10 == 5) {
      cl_event done;
      FILE *f;
      clEnqueueNDRangeKernel(queue, rule, 1, NULL, &global, NULL, 0, NULL, &done);
      clWaitForEvents(1, &done);
      clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
      clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
      clReleaseEvent(done);
      timed++;
      bad += end < begin;
      f = fopen("timed.txt", "w");
      fprintf(f, "%d of %d\n", timed, i);
      fclose(f);
    } else
      clEnqueueNDRangeKernel(queue, rule, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("cells", cells[0]);
  printf("%d timed, %d bad\n", timed, bad);
  return 0;
}
