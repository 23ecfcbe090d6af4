/* Pictures of a cellular automaton: the buffer is mapped, painted, unmapped.
   REQUIRES: device
   ROWS: host-trips
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file rows.pgm --reason PST3017 --entries 9 --allow-kernel rule=8
   RUN: %run-check %S/cell.cl %s --host-flag=-I%S/../host/Inputs --host-trips --output-file rows.pgm --reason PST3017 --entries 8 --allow-kernel rule=7 -- 33 5
*/
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 256 };
typedef struct world {
  cl_context ctx;
  cl_command_queue queue;
  cl_kernel rule;
  cl_mem cells[2];
  int now, bits;
} world;
static char *slurp(const char *path) {
  FILE *f = fopen(path, "rb");
  char *s;
  long n;
  if (!f) exit(2);
  fseek(f, 0, SEEK_END), n = ftell(f), rewind(f);
  s = calloc(n + 1, 1);
  if (fread(s, 1, n, f) != (size_t)n) exit(2);
  fclose(f);
  return s;
}
static void paint(world *w, int step) {
  cl_int err;
  unsigned char *p = clEnqueueMapBuffer(w->queue, w->cells[w->now], CL_TRUE, CL_MAP_READ, 0, N, 0, NULL, NULL, &err);
  FILE *out = fopen("rows.pgm", step ? "ab" : "wb");
  if (out) {
    for (int i = 0; i < N; ++i)
      fputc(p[i] ? 255 : 0, out);
    fclose(out);
  }
  clEnqueueUnmapMemObject(w->queue, w->cells[w->now], p, 0, NULL, NULL);
}
int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 60, every = argc > 2 ? atoi(argv[2]) : 8;
  world w = {.bits = 110};
  cl_platform_id platform;
  cl_device_id device;
  cl_int err;
  clGetPlatformIDs(1, &platform, NULL);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  w.ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  w.queue = clCreateCommandQueue(w.ctx, device, 0, &err);
  char *text = slurp("cell.cl");
  cl_program prog = clCreateProgramWithSource(w.ctx, 1, (const char **)&text, NULL, &err);
  clBuildProgram(prog, 0, NULL, NULL, NULL, NULL);
  free(text);
  w.rule = clCreateKernel(prog, "rule", &err);
  unsigned char start[N] = {0};
  start[N / 2] = 1;
  for (int k = 0; k < 2; ++k)
    w.cells[k] = clCreateBuffer(w.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, N, start, &err);
  int n = N;
  clSetKernelArg(w.rule, 2, sizeof n, &n);
  clSetKernelArg(w.rule, 3, sizeof w.bits, &w.bits);
  for (int t = 0; t < steps; ++t) {
    if (t % every == 0)
      paint(&w, t);
    clSetKernelArg(w.rule, 0, sizeof(cl_mem), &w.cells[w.now]);
    clSetKernelArg(w.rule, 1, sizeof(cl_mem), &w.cells[1 - w.now]);
    const size_t all = N;
    clEnqueueNDRangeKernel(w.queue, w.rule, 1, NULL, &all, NULL, 0, NULL, NULL);
    w.now ^= 1;
  }
  paint(&w, steps);
  clReleaseKernel(w.rule);
  clReleaseProgram(prog);
  clReleaseCommandQueue(w.queue);
  clReleaseMemObject(w.cells[0]), clReleaseMemObject(w.cells[1]);
  clReleaseContext(w.ctx);
  puts("done");
  return 0;
}
