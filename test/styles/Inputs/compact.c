// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filters again and again; what is left is copied back, and may be nothing.
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool failed = false;
static bool ok(cl_int e, const char *what) {
  if (e == CL_SUCCESS) return true;
  fprintf(stderr, "%s failed with %d\n", what, e);
  failed = true;
  return false;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, start = n, divisor = 2, rounds = 0, left = n;
  int *v = malloc((n + 1) * sizeof(int)), *w = malloc((n + 1) * sizeof(int)), m = 0;
  for (int i = 0; i < n; i++) v[i] = w[i] = i + 2;
  cl_platform_id p; cl_device_id d; cl_int e;
  bool fine = ok(clGetPlatformIDs(1, &p, NULL), "platform") && ok(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL), "device");
  if (!fine) return 2;
  cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, &e);
  cl_command_queue q = clCreateCommandQueue(c, d, 0, &e);
  FILE *f = fopen("compact.cl", "r");
  char *s = calloc(4096, 1);
  fine = f && fread(s, 1, 4095, f) > 0;
  cl_program g = clCreateProgramWithSource(c, 1, (const char **)&s, NULL, &e);
  fine = fine && ok(clBuildProgram(g, 1, &d, NULL, NULL, NULL), "build");
  if (!fine) return 2;
  cl_kernel k = clCreateKernel(g, "keep", &e);
  cl_mem in = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE, (n + 1) * sizeof(int), v, &e);
  cl_mem out = clCreateBuffer(c, CL_MEM_READ_WRITE, (n + 1) * sizeof(int), NULL, &e);
  cl_mem kept = clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof(int), NULL, &e);
  const size_t group = 64;
  fine = ok(clSetKernelArg(k, 0, sizeof in, &in), "arg") && ok(clSetKernelArg(k, 3, sizeof out, &out), "arg") &&
         ok(clSetKernelArg(k, 4, sizeof kept, &kept), "arg");
  while (fine && left > 0 && divisor <= start) {
    fine = ok(clSetKernelArg(k, 1, sizeof n, &n), "n") && ok(clSetKernelArg(k, 2, sizeof divisor, &divisor), "divisor") &&
           ok(clSetKernelArg(k, 5, group * sizeof(int), NULL), "local") &&
           ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &group, &group, 0, NULL, NULL), "launch") &&
           ok(clEnqueueReadBuffer(q, kept, CL_TRUE, 0, sizeof left, &left, 0, NULL, NULL), "read");
    if (fine && left != 0)
      fine = ok(clEnqueueCopyBuffer(q, out, in, 0, 0, left * sizeof(int), 0, NULL, NULL), "copy");
    n = left;
    divisor += 1 + rounds % 2;
    ++rounds;
  }
  int *got = malloc((start + 1) * sizeof(int));
  if (left) ok(clEnqueueReadBuffer(q, in, CL_TRUE, 0, left * sizeof(int), got, 0, NULL, NULL), "result");
  int rr = 0, rd = 2, rl = start;
  while (rl > 0 && rd <= start) {
    m = 0;
    for (int i = 0; i < rl; i++) if (w[i] % rd != 0) w[m++] = w[i];
    rl = m;
    rd += 1 + rr % 2;
    rr++;
  }
  int bad = failed || rl != left || rr != rounds || rd != divisor;
  for (int i = 0; i < rl && !bad; i++) bad = got[i] != w[i];
  printf("%d left after %d rounds: %s\n", left, rounds, bad ? "WRONG" : "ok");
  return bad;
}
