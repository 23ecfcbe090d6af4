/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Breadth-first search: levels of the vertices of a random graph.
 *
 *   bfs [VERTICES [SEED]]
 */

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#define DEGREE 3

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "bfs: %s: OpenCL error %d\n", what, status);
    exit(2);
  }
}

static cl_device_id first_device(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0, i;
  check(clGetPlatformIDs(16, platforms, &count), "platforms");
  for (i = 0; i < count && i < 16; i++) {
    cl_device_id device;
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
      return device;
  }
  fprintf(stderr, "bfs: no OpenCL device\n");
  exit(2);
}

/* The kernel file lies beside the program or in the current folder. */
static char *read_kernel(const char *program, const char *name) {
  static char text[1 << 16];
  char path[4096];
  FILE *file;
  int last = -1, i;
  for (i = 0; program[i]; i++)
    if (program[i] == '/')
      last = i;
  snprintf(path, sizeof path, "%.*s%s", last + 1, program, name);
  file = fopen(path, "rb");
  if (!file)
    file = fopen(name, "rb");
  if (!file) {
    fprintf(stderr, "bfs: cannot read %s\n", name);
    exit(2);
  }
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

static cl_mem buffer(cl_context context, int count, const int *values) {
  cl_int err;
  cl_mem mem = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              sizeof(int) * (count ? count : 1), (void *)values, &err);
  check(err, "buffer");
  return mem;
}

/* The same search on the CPU; returns the number of levels below the first. */
static int reference(int n, const int *first, const int *edges, int *level) {
  int *queue = (int *)malloc(sizeof(int) * n);
  int head = 0, tail = 0, depth = 0, v, e;
  for (v = 0; v < n; v++)
    level[v] = v ? -1 : 0;
  for (queue[tail++] = 0; head < tail; head++)
    for (e = first[queue[head]]; e < first[queue[head] + 1]; e++)
      if (level[edges[e]] < 0) {
        depth = level[edges[e]] = level[queue[head]] + 1;
        queue[tail++] = edges[e];
      }
  free(queue);
  return depth;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 10000;
  unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 1;
  int *first, *edges, *level, *expected;
  int found, depth, v, e, wrong = 0, expected_depth;
  size_t global;
  const char *source;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel expand, settle;
  cl_mem d_first, d_edges, d_frontier, d_next, d_level, d_found;
  cl_int err;

  if (n < 1) {
    fprintf(stderr, "usage: bfs [VERTICES [SEED]]\n");
    return 2;
  }
  first = (int *)malloc(sizeof(int) * (n + 1));
  edges = (int *)malloc(sizeof(int) * n * DEGREE);
  level = (int *)malloc(sizeof(int) * n);
  expected = (int *)malloc(sizeof(int) * n);
  for (v = 0; v <= n; v++)
    first[v] = v * DEGREE;
  for (e = 0; e < n * DEGREE; e++) { /* neighbours are near, so that there are many levels */
    seed = seed * 1664525u + 1013904223u;
    edges[e] = (int)((e / DEGREE + 1u + (seed >> 16) % 60) % (unsigned)n);
  }
  expected_depth = reference(n, first, edges, expected);

  device = first_device();
  source = read_kernel(argv[0], "bfs.cl");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  check(err, "context");
  queue = clCreateCommandQueue(context, device, 0, &err);
  check(err, "queue");
  program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
  check(err, "program");
  check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "build");
  expand = clCreateKernel(program, "expand", &err);
  check(err, "expand");
  settle = clCreateKernel(program, "settle", &err);
  check(err, "settle");

  for (v = 0; v < n; v++)
    level[v] = v ? -1 : 0;
  d_first = buffer(context, n + 1, first);
  d_edges = buffer(context, n * DEGREE, edges);
  d_level = buffer(context, n, level);
  for (v = 0; v < n; v++)
    level[v] = v == 0;
  d_frontier = buffer(context, n, level);
  level[0] = 0;
  d_next = buffer(context, n, level);
  d_found = buffer(context, 1, level);

  clSetKernelArg(expand, 0, sizeof(cl_mem), &d_first);
  clSetKernelArg(expand, 1, sizeof(cl_mem), &d_edges);
  clSetKernelArg(expand, 2, sizeof(cl_mem), &d_frontier);
  clSetKernelArg(expand, 3, sizeof(cl_mem), &d_next);
  clSetKernelArg(expand, 4, sizeof(cl_mem), &d_level);
  clSetKernelArg(expand, 5, sizeof(int), &n);
  clSetKernelArg(settle, 0, sizeof(cl_mem), &d_frontier);
  clSetKernelArg(settle, 1, sizeof(cl_mem), &d_next);
  clSetKernelArg(settle, 2, sizeof(cl_mem), &d_level);
  clSetKernelArg(settle, 3, sizeof(cl_mem), &d_found);
  clSetKernelArg(settle, 5, sizeof(int), &n);

  global = n;
  depth = 0;
  do {
    found = 0;
    depth++;
    check(clEnqueueWriteBuffer(queue, d_found, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL), "write");
    check(clEnqueueNDRangeKernel(queue, expand, 1, NULL, &global, NULL, 0, NULL, NULL), "expand");
    check(clSetKernelArg(settle, 4, sizeof(int), &depth), "depth");
    check(clEnqueueNDRangeKernel(queue, settle, 1, NULL, &global, NULL, 0, NULL, NULL), "settle");
    check(clEnqueueReadBuffer(queue, d_found, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL), "read");
  } while (found);

  check(clEnqueueReadBuffer(queue, d_level, CL_TRUE, 0, sizeof(int) * n, level, 0, NULL, NULL), "levels");
  for (v = 0; v < n; v++)
    wrong += level[v] != expected[v];
  printf("bfs: %d vertices, %d levels (expected %d), %d wrong\n", n, depth - 1, expected_depth, wrong);
  printf(wrong || depth - 1 != expected_depth ? "FAIL\n" : "PASS\n");

  clReleaseMemObject(d_first);
  clReleaseMemObject(d_edges);
  clReleaseMemObject(d_frontier);
  clReleaseMemObject(d_next);
  clReleaseMemObject(d_level);
  clReleaseMemObject(d_found);
  clReleaseKernel(expand);
  clReleaseKernel(settle);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  free(first);
  free(edges);
  free(level);
  free(expected);
  return wrong || depth - 1 != expected_depth;
}
