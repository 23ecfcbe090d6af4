/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  cl_command_queue queue;
  cl_kernel descend;
  cl_mem weight, best, done, lost;
  size_t size[2], group[2];
} machine;

static const char *slurp(const char *name)
{
  static char text[1 << 13];
  FILE *f = fopen(name, "rb");
  if (!f) { perror(name); exit(2); }
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  return text;
}

static int go_down(machine *m, int from, int to)
{
  int e = clSetKernelArg(m->descend, 5, sizeof from, &from);
  e |= clSetKernelArg(m->descend, 6, sizeof to, &to);
  e |= clEnqueueNDRangeKernel(m->queue, m->descend, 2, NULL, m->size, m->group, 0, NULL, NULL);
  return e;
}

int main(int argc, char **argv)
{
  int width = 70, rows = 120, step = argc > 1 ? atoi(argv[1]) : 13, strips = argc > 2 ? atoi(argv[2]) : 2;
  int *weight = malloc(sizeof(int) * width * rows), *best = malloc(sizeof(int) * width * rows);
  int *got = malloc(sizeof(int) * width * rows), zero = 0, lost = 0, bad = 0, row;
  unsigned seed = 5, units = 1;
  cl_platform_id platform;
  cl_device_id device;
  for (int i = 0; i < width * rows; i++)
    weight[i] = (seed = seed * 1103515245u + 12345u) >> 16 & 255;
  if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
    return 2;
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  if (units < (unsigned)strips)
    strips = units; /* each strip needs a unit of its own */
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  machine m = {.size = {16, strips}, .group = {16, 1}};
  m.queue = clCreateCommandQueue(context, device, 0, NULL);
  const char *text = slurp("halo.cl");
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  if (clBuildProgram(program, 1, &device, NULL, NULL, NULL))
    return 2;
  m.descend = clCreateKernel(program, "descend", NULL);
  m.weight = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(int) * width * rows, weight, NULL);
  m.best = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(int) * width * rows, weight, NULL);
  m.lost = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, NULL);
  int *ones = malloc(sizeof(int) * strips);
  for (int i = 0; i < strips; i++)
    ones[i] = 1; /* the first row is there */
  m.done = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(int) * strips, ones, NULL);
  clSetKernelArg(m.descend, 0, sizeof m.weight, &m.weight);
  clSetKernelArg(m.descend, 1, sizeof m.best, &m.best);
  clSetKernelArg(m.descend, 2, sizeof m.done, &m.done);
  clSetKernelArg(m.descend, 3, sizeof m.lost, &m.lost);
  clSetKernelArg(m.descend, 4, sizeof width, &width);

  for (row = 1; row < rows; row += step) {
    int to = row + step < rows ? row + step : rows;
    if (go_down(&m, row, to)) {
      fprintf(stderr, "no launch\n");
      return 2;
    }
  }
  clEnqueueReadBuffer(m.queue, m.lost, CL_TRUE, 0, sizeof lost, &lost, 0, NULL, NULL);
  clEnqueueReadBuffer(m.queue, m.best, CL_TRUE, 0, sizeof(int) * width * rows, got, 0, NULL, NULL);

  for (int i = 0; i < width; i++)
    best[i] = weight[i];
  for (row = 1; row < rows; row++)
    for (int c = 0; c < width; c++) {
      int most = best[(row - 1) * width + c];
      for (int d = -1; d <= 1; d += 2)
        if (c + d >= 0 && c + d < width && best[(row - 1) * width + c + d] > most)
          most = best[(row - 1) * width + c + d];
      best[row * width + c] = most + weight[row * width + c];
    }
  for (int i = 0; i < width * rows; i++)
    bad += best[i] != got[i];
  printf("%d rows by %d: %d bad, lost %d\n", rows, step, bad, lost);
  return bad || lost;
}
