/* Sources with a kernel of one name are read to one text, one after the other: a program is made of what was read last.
   REQUIRES: device
   DEFINE: %{all} = %S/same-kernels-a.cl %S/same-kernels-b.cl %s --host-flag=-I%S/Inputs
   RUN: %run-check %{all} --entries 2

   Each loop has one persistent kernel, since its source is told.

   DEFINE: %{tool} = %persistify %S/same-kernels-a.cl %S/same-kernels-b.cl %s
   DEFINE: %{flags} = -- %cl_inc -I%S/Inputs
   RUN: rm -rf %t %t.fault && %{tool} -o %t %{flags}
   RUN: FileCheck %s --input-file=%t/same-kernels-read.c --implicit-check-not="persistify_{{of}}_source"
   RUN: env PERSISTIFY_FAULT=no-files-before %{tool} -o %t.fault %{flags} && not FileCheck %s --input-file=%t.fault/same-kernels-read.c --implicit-check-not="persistify_{{of}}_source"
   CHECK: persistify_run({{&}}

   Where that is the other one, the original loop runs.

   RUN: %run-check %{all} --entries any --allow-kernel advance --host-flag=-DOTHER --expect-fallback "is not the one that was analysed"
*/
#include "setup.h"

int main(void) {
  const size_t global = 64;
  const char *second;
  char *text = (char *)malloc(4096);
  cl_program plus, times;
  cl_kernel add, grow;
  cl_mem cells;
  FILE *in;
  int i;
  start("same-kernels-a.cl", "");
  second = "same-kernels-b.cl";
#ifdef OTHER
  in = fopen(second, "rb");
#else
  in = fopen("same-kernels-a.cl", "rb");
#endif
  text[fread(text, 1, 4095, in)] = 0;
  fclose(in);
#ifdef OTHER
  in = fopen("same-kernels-a.cl", "rb");
#endif
  plus = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
  need(clBuildProgram(plus, 1, &device, "", NULL, NULL), "build");
#ifdef OTHER
  fclose(in);
#endif
  in = fopen(second, "rb");
  text[fread(text, 1, 4095, in)] = 0;
  fclose(in);
  times = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
  need(clBuildProgram(times, 1, &device, "", NULL, NULL), "build");
  free(text);
  add = clCreateKernel(plus, "advance", NULL);
  grow = clCreateKernel(times, "advance", NULL);
  cells = ints(64, 3);
  clSetKernelArg(add, 0, sizeof cells, &cells);
  clSetKernelArg(grow, 0, sizeof cells, &cells);
  for (i = 0; i < 9; i++) {
    clSetKernelArg(add, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  for (i = 0; i < 5; i++) {
    clSetKernelArg(grow, 1, sizeof i, &i);
    clEnqueueNDRangeKernel(queue, grow, 1, NULL, &global, NULL, 0, NULL, NULL);
  }
  show("cells", cells);
  return 0;
}
