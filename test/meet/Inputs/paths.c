/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ./paths [GROUPS] [PLACES] */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(what)                                              \
  do {                                                         \
    cl_int error_ = (what);                                    \
    if (error_ != CL_SUCCESS) {                                \
      fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, error_); \
      exit(EXIT_FAILURE);                                      \
    }                                                          \
  } while (0)

struct device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  cl_uint units;
};

static struct device open_device(void) {
  struct device d;
  cl_platform_id platform;
  TRY(clGetPlatformIDs(1, &platform, NULL));
  TRY(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d.id, NULL));
  TRY(clGetDeviceInfo(d.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof d.units, &d.units, NULL));
  d.context = clCreateContext(NULL, 1, &d.id, NULL, NULL, NULL);
  d.queue = clCreateCommandQueue(d.context, d.id, 0, NULL);
  return d;
}

static cl_kernel build(const struct device *d, const char *file, const char *name) {
  char *text = calloc(1, 10000);
  FILE *f = fopen(file, "rb");
  if (!f || fread(text, 1, 9999, f) == 0)
    exit(EXIT_FAILURE);
  fclose(f);
  cl_program program = clCreateProgramWithSource(d->context, 1, (const char **)&text, NULL, NULL);
  TRY(clBuildProgram(program, 1, &d->id, "-cl-std=CL3.0", NULL, NULL));
  free(text);
  return clCreateKernel(program, name, NULL);
}

int main(int argc, char **argv) {
  struct device d = open_device();
  const size_t groups = argc > 1 && atoi(argv[1]) > 0 ? (size_t)atoi(argv[1]) : d.units;
  const cl_int n = argc > 2 ? atoi(argv[2]) : 61;
  const size_t bytes = sizeof(cl_int) * n * n, local = 64, global = groups * local;
  cl_int *length = malloc(bytes), *want = malloc(bytes), *flags = calloc(2 * groups, sizeof *flags);
  unsigned seed = 99;
  for (int i = 0; i < n * n; i++) {
    seed = seed * 1103515245u + 12345u;
    length[i] = i % (n + 1) == 0 ? 0 : (seed >> 16) % 8 == 0 ? 1 + (int)(seed >> 20) % 50 : 100000;
  }
  memcpy(want, length, bytes);

  cl_kernel kernel = build(&d, "paths.cl", "paths");
  cl_mem d_length = clCreateBuffer(d.context, CL_MEM_COPY_HOST_PTR, bytes, length, NULL);
  cl_mem d_flags = clCreateBuffer(d.context, CL_MEM_COPY_HOST_PTR, 2 * groups * sizeof *flags, flags, NULL);
  TRY(clSetKernelArg(kernel, 0, sizeof d_length, &d_length));
  TRY(clSetKernelArg(kernel, 1, sizeof d_flags, &d_flags));
  TRY(clSetKernelArg(kernel, 2, sizeof n, &n));
  TRY(clEnqueueNDRangeKernel(d.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  TRY(clEnqueueReadBuffer(d.queue, d_length, CL_TRUE, 0, bytes, length, 0, NULL, NULL));
  TRY(clEnqueueReadBuffer(d.queue, d_flags, CL_TRUE, 0, 2 * groups * sizeof *flags, flags, 0, NULL, NULL));

  int bad = 0, reached = 0;
  for (int via = 0; via < n; via++)
    for (int at = 0; at < n * n; at++) {
      int detour = want[at / n * n + via] + want[via * n + at % n];
      if (detour < want[at])
        want[at] = detour;
    }
  for (int i = 0; i < n * n; i++) {
    bad += length[i] != want[i];
    reached += want[i] < 100000;
  }
  for (size_t g = 0; g < 2 * groups; g++)
    bad += flags[g] != (g % groups && n % 2);
  printf("%d paths, %d bad\n", reached, bad);
  return bad != 0;
}
