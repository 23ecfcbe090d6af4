/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What every random program needs beside its own code.
 */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Programs of several files share these. */
#ifndef RANDOM_PROGRAM_SHARED
#define RANDOM_PROGRAM_SHARED static
#endif
RANDOM_PROGRAM_SHARED cl_context context;
RANDOM_PROGRAM_SHARED cl_command_queue q;
RANDOM_PROGRAM_SHARED cl_device_id device;

#define CHECK(call)                                                            \
  do {                                                                         \
    cl_int check_status = (call);                                              \
    if (check_status != CL_SUCCESS) {                                          \
      fprintf(stderr, "line %d: OpenCL error %d\n", __LINE__, check_status);   \
      exit(9);                                                                 \
    }                                                                          \
  } while (0)

static void open_device(void) {
  cl_platform_id platform;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  q = clCreateCommandQueue(context, device, 0, NULL);
}

static cl_program program_of_text(const char *source, const char *options) {
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
  CHECK(clBuildProgram(program, 1, &device, options, NULL, NULL));
  return program;
}

static cl_program program_of(const char *name, const char *options) {
  static char text[1 << 17];
  FILE *file = fopen(name, "rb");
  if (!file)
    exit(8);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return program_of_text(text, options);
}

/* Contents by kind: small integers, small floats or doubles, or zeros. */
static cl_mem buffer_of(size_t size, int count, char kind, unsigned number) {
  char *data = (char *)calloc(count, size);
  unsigned state = number * 2654435761u + 12345u;
  cl_mem memory;
  int i;
  for (i = 0; i < count && kind != 'z'; i++) {
    state = state * 1664525u + 1013904223u;
    if (kind == 'f')
      ((float *)data)[i] = (float)(state >> 24) * 0.5f;
    else if (kind == 'd')
      ((double *)data)[i] = (double)(state >> 24) * 0.25;
    else
      data[i * size] = (char)(state >> 25);
  }
  memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * size, data, NULL);
  free(data);
  return memory;
}

static int clamp_to(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

static void swap_handles(cl_mem *a, cl_mem *b) {
  cl_mem t = *a;
  *a = *b;
  *b = t;
}

#ifdef __cplusplus
#include <utility>
static void swap_references(cl_mem &a, cl_mem &b) {
  cl_mem t = a;
  a = b;
  b = t;
}
#endif

static void digest(cl_mem memory, size_t size) {
  unsigned char *data = (unsigned char *)malloc(size);
  unsigned long long hash = 1469598103934665603ull;
  size_t i;
  if (clEnqueueReadBuffer(q, memory, CL_TRUE, 0, size, data, 0, NULL, NULL) != CL_SUCCESS)
    printf(" unreadable");
  for (i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 1099511628211ull;
  printf(" %08llx", hash & 0xffffffffull);
  free(data);
}

/* What is in a file. */
static void show_file(const char *name) {
  FILE *file = fopen(name, "r");
  int c;
  printf(" <");
  while (file && (c = fgetc(file)) != EOF)
    putchar(c);
  printf(">");
  if (file)
    fclose(file);
}

static void value(const char *name, long long x) { printf(" %s=%lld", name, x); }
static void real(const char *name, double x) { printf(" %s=%.17g", name, x); }
#endif
