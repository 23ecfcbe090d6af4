/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "CL/cl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

#define GROUP 64u

/* two work lists and their counters */
typedef struct { cl_mem items; cl_mem size; } list_t;

static cl_context ctx; static cl_command_queue queue; static cl_kernel k_drain;

static list_t new_list(int cap)
{
  list_t l;
  l.items = clCreateBuffer(ctx, CL_MEM_READ_WRITE, cap * sizeof(cl_int), NULL, NULL);
  l.size = clCreateBuffer(ctx, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, NULL);
  return l;
}

static size_t round_up(size_t n, size_t to) { size_t r = n % to; return r == 0 ? n : n + to - r; }

int main(int argc, char **argv)
{
  cl_int limit = argc > 1 ? atoi(argv[1]) : 3000, one = 1, *level, *want, *queue_ref, i, bad = 0, rc;
  cl_platform_id p; cl_device_id d; cl_program prog;
  char *src = malloc(10000); FILE *f = fopen("worklist.cl", "r");
  assert(f);
  src[fread(src, 1, 9999, f)] = '\0';
  fclose(f);
  rc = clGetPlatformIDs(1, &p, NULL); assert(rc == CL_SUCCESS);
  rc = clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL); assert(rc == CL_SUCCESS);
  ctx = clCreateContext(NULL, 1, &d, NULL, NULL, &rc); assert(rc == CL_SUCCESS);
  queue = clCreateCommandQueue(ctx, d, 0, &rc); assert(rc == CL_SUCCESS);
  prog = clCreateProgramWithSource(ctx, 1, (const char **)&src, NULL, &rc); assert(rc == CL_SUCCESS);
  rc = clBuildProgram(prog, 1, &d, NULL, NULL, NULL); assert(rc == CL_SUCCESS);
  k_drain = clCreateKernel(prog, "drain", &rc); assert(rc == CL_SUCCESS);
  level = malloc(limit * sizeof *level); want = malloc(limit * sizeof *want); queue_ref = malloc(limit * sizeof *want);
  for (i = 0; i < limit; i++) level[i] = want[i] = -1;
  if (limit > 1) level[1] = want[1] = 0;
  list_t a = new_list(limit), b = new_list(limit);
  cl_mem dlevel = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, limit * sizeof *level, level, &rc);
  assert(rc == CL_SUCCESS);
  clEnqueueWriteBuffer(queue, a.items, CL_TRUE, 0, sizeof one, &one, 0, NULL, NULL);
  clSetKernelArg(k_drain, 4, sizeof dlevel, &dlevel);
  clSetKernelArg(k_drain, 6, sizeof limit, &limit);
  cl_uint todo = limit > 1 ? 1 : 0, total = 0;
  int depth = 0;
  list_t *from = &a, *to = &b;
  (void)from; (void)to;
  while (todo > 0) {
    const cl_uint zero = 0;
    size_t local = GROUP, global = round_up(todo, local);
    depth++;
    total += todo;
    rc = clEnqueueWriteBuffer(queue, b.size, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, NULL);
    assert(rc == CL_SUCCESS);
    clSetKernelArg(k_drain, 0, sizeof(cl_mem), &a.items);
    clSetKernelArg(k_drain, 1, sizeof todo, &todo);
    clSetKernelArg(k_drain, 2, sizeof(cl_mem), &b.items);
    clSetKernelArg(k_drain, 3, sizeof(cl_mem), &b.size);
    clSetKernelArg(k_drain, 5, sizeof depth, &depth);
    rc = clEnqueueNDRangeKernel(queue, k_drain, 1, NULL, &global, &local, 0, NULL, NULL);
    assert(rc == CL_SUCCESS);
    rc = clEnqueueReadBuffer(queue, b.size, CL_TRUE, 0, sizeof todo, &todo, 0, NULL, NULL);
    assert(rc == CL_SUCCESS);
    list_t t = a; a = b; b = t;
  }
  clEnqueueReadBuffer(queue, dlevel, CL_TRUE, 0, limit * sizeof *level, level, 0, NULL, NULL);
  int head = 0, tail = 0;
  if (limit > 1) queue_ref[tail++] = 1;
  for (; head < tail; head++) {
    int v = queue_ref[head], n[2] = {v * 2, v % 3 == 1 ? (v - 1) / 3 : 0};
    for (i = 0; i < 2; i++)
      if (n[i] > 0 && n[i] < limit && want[n[i]] < 0) { want[n[i]] = want[v] + 1; queue_ref[tail++] = n[i]; }
  }
  for (i = 0; i < limit; i++) bad += level[i] != want[i];
  printf("limit %d: depth %d, %u items, %d expected, %d bad\n", limit, depth, total, tail, bad);
  return bad || (int)total != tail;
}
