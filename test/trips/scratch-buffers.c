/* Buffers and kernels that the host's trips make and release: norms by a reduction, copies, and some that stay for later trips.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file norms.txt --reason PST3017 --entries 11 --allow-kernel heat=8 --allow-kernel squares=4
   RUN: env PERSISTIFY_FAULT=handles-stay not %run-check %S/heat.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file norms.txt --reason PST3017 --entries 11 --allow-kernel heat=8 --allow-kernel squares=4
*/
#include "setup.h"
enum { W = 32, H = 16, CELLS = W * H, GROUP = 64 };
static cl_kernel heat;
static cl_mem now, next, kept;
static float host[CELLS];

static void step(float rate) {
  static const size_t global[2] = {W, H};
  static const int w = W, h = H;
  cl_mem t = now;
  clSetKernelArg(heat, 0, sizeof now, &now);
  clSetKernelArg(heat, 1, sizeof next, &next);
  clSetKernelArg(heat, 2, sizeof w, &w);
  clSetKernelArg(heat, 3, sizeof h, &h);
  clSetKernelArg(heat, 4, sizeof rate, &rate);
  clEnqueueNDRangeKernel(queue, heat, 2, NULL, global, NULL, 0, NULL, NULL);
  now = next, next = t;
}
static void note(int i, double norm) {
  FILE *f = fopen("norms.txt", "a");
  if (!f)
    exit(3);
  fprintf(f, "%d %.6g\n", i, norm);
  fclose(f);
}
/* On the device, in a kernel and a buffer of this call. */
static float norm_of(cl_mem cells) {
  const size_t items = CELLS, local = GROUP;
  float sums[CELLS / GROUP], all = 0;
  cl_int err;
  cl_kernel squares = clCreateKernel(program, "squares", &err);
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof sums, NULL, &err);
  if (err != CL_SUCCESS)
    return -1;
  clSetKernelArg(squares, 0, sizeof cells, &cells);
  clSetKernelArg(squares, 1, sizeof out, &out);
  clSetKernelArg(squares, 2, GROUP * sizeof(float), NULL);
  clEnqueueNDRangeKernel(queue, squares, 1, NULL, &items, &local, 0, NULL, NULL);
  clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL);
  for (int i = 0; i < CELLS / GROUP; i++)
    all += sums[i];
  clReleaseMemObject(out);
  clReleaseKernel(squares);
  return all;
}
static void norms(int trips) {
  for (int i = 1; i <= trips; i++) {
    step(0.2f);
    if (i % 8 == 0)
      note(i, norm_of(now));
  }
}
/* A snapshot that is compared with the next one. */
static void snapshots(int trips) {
  for (int i = 0; i < trips; i++) {
    step(0.1f);
    if (i % 6 == 5) {
      cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof host, NULL, NULL);
      clEnqueueCopyBuffer(queue, now, fresh, 0, 0, sizeof host, 0, NULL, NULL);
      if (kept) {
        float before[CELLS];
        double most = 0;
        clEnqueueReadBuffer(queue, fresh, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL);
        clEnqueueReadBuffer(queue, kept, CL_TRUE, 0, sizeof before, before, 0, NULL, NULL);
        for (int k = 0; k < CELLS; k++)
          if (before[k] - host[k] > most)
            most = before[k] - host[k];
        note(i, most);
        clReleaseMemObject(kept);
      }
      kept = fresh;
    }
  }
}
/* A larger number of buffers, and one that the device's trips go on with. */
static void exchanged(int trips) {
  for (int i = 0; i < trips; i++) {
    step(0.15f);
    if (i % 5 == 2) {
      cl_mem other = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof host, NULL, NULL);
      clEnqueueCopyBuffer(queue, now, other, 0, 0, sizeof host, 0, NULL, NULL);
      note(i, norm_of(other));
      clReleaseMemObject(now);
      now = other;
    }
  }
}
int main(void) {
  remove("norms.txt");
  start("heat.cl", "");
  heat = kernel_named("heat");
  for (int i = 0; i < CELLS; i++)
    host[i] = (float)(i % 23);
  now = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof host, host, NULL);
  next = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof host, host, NULL);
  norms(20);
  snapshots(26);
  exchanged(11);
  clEnqueueReadBuffer(queue, now, CL_TRUE, 0, sizeof host, host, 0, NULL, NULL);
  printf("%.5f %.5f\n", host[W + 3], host[CELLS / 2 + 5]);
  return 0;
}
