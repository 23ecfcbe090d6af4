// Who waits for whom when a wait spends its budget: the report on stderr and in the timeline.
//
// REQUIRES: device
// DEFINE: %{short} = %env_device NATIVE_CL_GROUPS=4 NATIVE_CL_UNITS=4 NATIVE_CL_TURNS=1 PERSISTIFY_GROUPS=4 PERSISTIFY_WG=8 PERSISTIFY_SPIN_MS=0.02
// RUN: rm -rf %t && %persistify %S/hang.cl %s -o %t --quiet
// RUN: %cc %cl_inc %t/hang.c %runtime_flags -o %t/program
// RUN: cd %t && %env_device ./program > whole.out
// RUN: cd %t && %{short} PERSISTIFY_TRACE=t.json ./program > out 2> err
// RUN: diff %t/whole.out %t/out
// RUN: FileCheck %s --input-file %t/err --implicit-check-not=persistify:
// CHECK:      persistify: hang.c:[[#]]: work-groups waited for others longer than 0.02 ms (PERSISTIFY_SPIN_MS):
// CHECK-NEXT: persistify:   groups 0-2: waited 0.0{{[0-9]*}} ms, at the barrier of hang.c:[[#SPREAD:]]: spread (line [[#]] of the persistent kernels), number [[#N:]]
// CHECK-NEXT: persistify:   group 3: came later, at the barrier of hang.c:
// CHECK-NEXT: persistify: hang.c:[[#]]: original loop: time budget of a wait spent
// RUN: FileCheck %s --check-prefix=TRACE --input-file %t/t.json
// TRACE:      "name":"wait"{{.*}}"groups":"0-2","came":"waited","at":"at the barrier of hang.c:
// TRACE:      "name":"wait"{{.*}}"groups":"3","came":"came later"
// RUN: %python %S/check-timeline.py %t/t.json --sources %S --given-up
//
// With each form of the barrier, and without a word.
//
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=striped ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=xf ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=sense ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=signflip ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=tree ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// RUN: cd %t && %{short} PERSISTIFY_BARRIER=treesense ./program 2> err > out && diff whole.out out && FileCheck %s --check-prefix=FORM --input-file err
// FORM:      persistify:   groups 0-2: waited
// FORM-NEXT: persistify:   group 3: 
// RUN: cd %t && %{short} PERSISTIFY_QUIET=1 ./program 2>&1 | diff - %t/whole.out
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { N = 32, TRIPS = 5 };

static void check(cl_int status) {
  if (status != CL_SUCCESS)
    exit(2);
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, NULL));
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  char source[2000];
  FILE *f = fopen("hang.cl", "r");
  source[fread(source, 1, sizeof source - 1, f)] = '\0';
  fclose(f);
  const char *text = source;
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  check(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel collect = clCreateKernel(program, "collect", NULL), spread = clCreateKernel(program, "spread", NULL);

  int first[N], none[N] = {0}, n = N, turns = 400000, slow = 0;
  for (int i = 0; i < N; ++i)
    first[i] = i * 7 % 13;
  cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof first, first, NULL);
  cl_mem sum = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof none, none, NULL);
  cl_mem count = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof slow, &slow, NULL);
  check(clSetKernelArg(collect, 0, sizeof sum, &sum));
  check(clSetKernelArg(collect, 1, sizeof count, &count));
  check(clSetKernelArg(collect, 2, sizeof in, &in));
  check(clSetKernelArg(collect, 3, sizeof turns, &turns));
  check(clSetKernelArg(collect, 4, sizeof n, &n));
  check(clSetKernelArg(spread, 0, sizeof sum, &sum));
  check(clSetKernelArg(spread, 1, sizeof in, &in));
  check(clSetKernelArg(spread, 2, sizeof n, &n));
  size_t global = N, local = 8;
  for (int trip = 0; trip < TRIPS; ++trip) {
    check(clEnqueueNDRangeKernel(queue, collect, 1, NULL, &global, &local, 0, NULL, NULL));
    check(clEnqueueNDRangeKernel(queue, spread, 1, NULL, &global, &local, 0, NULL, NULL));
  }
  check(clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof none, none, 0, NULL, NULL));
  check(clEnqueueReadBuffer(queue, count, CL_TRUE, 0, sizeof slow, &slow, 0, NULL, NULL));
  unsigned hash = 0;
  for (int i = 0; i < N; ++i)
    hash = hash * 31 + (unsigned)none[i];
  printf("%u %d\n", hash, slow);
  return 0;
}
