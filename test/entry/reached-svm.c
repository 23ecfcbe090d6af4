/* Shared virtual memory that a kernel reaches by pointers in a buffer: no copy of it is made, so neither a launch that is
   given up nor verify could put it back.
   REQUIRES: pocl
   RUN: rm -rf %t && %persistify %S/reached.cl %s -o %t --quiet -- -DCL_TARGET_OPENCL_VERSION=300 -I%S/../host/Inputs
   RUN: %cc -DCL_TARGET_OPENCL_VERSION=300 -w %s -I%S/../host/Inputs -o %t/original -lOpenCL -ldl
   RUN: %cc -DCL_TARGET_OPENCL_VERSION=300 -w -I%t %t/reached-svm.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_pocl ./original > original.out
   RUN: cd %t && %env_pocl PERSISTIFY=on ./program > on.out 2> on.err && diff original.out on.out && FileCheck %s --input-file on.err
   RUN: cd %t && %env_pocl PERSISTIFY=verify ./program > on.out 2> on.err && diff original.out on.out && FileCheck %s --input-file on.err
   RUN: cd %t && %env_pocl PERSISTIFY=on ./program past > on.out 2> on.err && diff original.out on.out && FileCheck %s --input-file on.err
   RUN: cd %t && %env_pocl PERSISTIFY=on ./program clone > on.out 2> on.err && diff original.out on.out && FileCheck %s --input-file on.err
   CHECK: original loop: 'k' was told to reach shared virtual memory
*/
#define _GNU_SOURCE
#include "setup.h"
#include <dlfcn.h>

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "";
  const size_t items = 64;
  cl_ulong heads[64];
  cl_int err, i, *s;
  cl_mem a, h;
  cl_kernel k;
  cl_int (*info)(cl_kernel, cl_kernel_exec_info, size_t, const void *) = clSetKernelExecInfo;
  if (strcmp(way, "past") == 0)
    *(void **)&info = dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clSetKernelExecInfo");
  start("reached.cl", "");
  a = ints(64, 0);
  s = (cl_int *)clSVMAlloc(context, CL_MEM_READ_WRITE, 64 * sizeof *s, 0);
  for (i = 0; i < 64; i++) {
    s[i] = i;
    heads[i] = (cl_ulong)(size_t)(s + i);
  }
  h = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof heads, heads, &err);
  k = kernel_named("k");
  need(info(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof s, &s), "info");
  if (strcmp(way, "clone") == 0)
    k = clCloneKernel(k, &err);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  need(clSetKernelArg(k, 1, sizeof h, &h), "arg");
  for (i = 0; i < 10; i++)
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), "launch");
  need(clFinish(queue), "finish");
  show("a", a);
  printf("%d %d\n", s[0], s[63]);
  return 0;
}
