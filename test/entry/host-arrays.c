/* Host arrays that the loop transfers in parts: between them lie a page that may not be read, one that may not be
   written, the memory of a buffer (which a copy of the array learns of when it grows), or very much that is not in memory.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/host-arrays.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on PERSISTIFY_STATS=1 ./program > on.out 2> on.err && diff original.out on.out
   RUN: cd %t && %env_device PERSISTIFY=verify ./program > verify.out && diff original.out verify.out
   RUN: FileCheck %s --input-file %t/on.err --implicit-check-not="original loop"
   CHECK: original loop: the pointer to '{{.*}}host{{.*}}' is not good
   CHECK: original loop: '{{.*}}memory{{.*}}' lies in a buffer's host memory
   CHECK: original loop: a host array of {{[0-9]+}} bytes is mostly not in memory
   ends: CHECK: entries=2 persistent=1 fallback=1
   near: CHECK: entries=2 persistent=1 fallback=1
   far:  CHECK: entries=2 persistent=1 fallback=1
*/
#include "setup.h"
#include <sys/mman.h>

enum { PAGE = 4096, INTS = PAGE / sizeof(int) };
static cl_kernel add;
static const size_t items = INTS;

static int *pages(size_t n) {
  int *p = mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    exit(2);
  return p;
}

static void ends(cl_mem a, cl_mem b, int *host) {
  int i;
  for (i = 0; i < 5; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, PAGE, host, 0, NULL, NULL), "read");
    need(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, PAGE, host + 2 * INTS, 0, NULL, NULL), "read");
  }
  need(clFinish(queue), "finish");
}

/* How far the results go is known on the device alone. */
static void near(cl_mem a, int *memory, int trips) {
  int i, at = 0;
  for (i = 0; i < trips; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, memory + i * 4, 0, NULL, NULL), "read");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, memory + at * INTS + 512, 0, NULL, NULL), "read");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 4, &at, 0, NULL, NULL), "read");
  }
  need(clFinish(queue), "finish");
}

static void far(cl_mem a, int *table, int trips, size_t row) {
  int i;
  for (i = 0; i < trips; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
    need(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 64, table + (row + i) * INTS, 0, NULL, NULL), "read");
  }
  need(clFinish(queue), "finish");
}

int main(void) {
  cl_int err;
  int i, *host = pages(3), *memory = pages(16), *table = pages(40000);
  cl_mem a, b, c;
  start("steps.cl", "");
  add = kernel_named("add");
  a = ints(INTS, 0);
  b = ints(INTS, 5);
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
  mprotect(host + INTS, PAGE, PROT_READ);
  ends(a, b, host);
  mprotect(host + INTS, PAGE, PROT_NONE);
  ends(a, b, host);
  printf("%d %d %d\n", host[0], host[1023], host[2048]);
  a = ints(INTS, 0);
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
  near(a, memory, 4);
  c = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, PAGE, memory + 2 * INTS, &err);
  need(err, "host memory");
  need(clSetKernelArg(add, 0, sizeof c, &c), "arg");
  near(c, memory, 4);
  show("c", c);
  for (i = 0; i < 16; i++)
    printf("%d ", memory[i * INTS + 512]);
  far(a, table, 3, 0);
  far(a, table, 3, 39000);
  printf("\n%d %d\n", table[INTS], table[39001 * INTS + 3]);
  return 0;
}
