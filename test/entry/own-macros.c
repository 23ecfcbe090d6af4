/* Macros of the build options, and of text before the source, that the kernels do not use and the generated code, or a
   macro of the device library that it uses, does: without its barriers or checks it would go wrong silently.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/shared.cl %s -o %t --quiet -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/own-macros.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && %env_device ./original "" > original.out
   RUN: cd %t && %env_device PERSISTIFY=on ./program "-DUNUSED=1" > unused.out 2> unused.err && diff original.out unused.out && not grep original unused.err
   RUN: cd %t && %env_device PERSISTIFY=on ./program "-DP_BARRIER()=" > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err -DNAME=P_BARRIER -DWHOSE="the build options"
   RUN: cd %t && %env_device PERSISTIFY=on ./program "-D P_BAIL_NEED(a,b,c)=" > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err -DNAME=P_BAIL_NEED -DWHOSE="the build options"
   RUN: cd %t && echo "#define P_BARRIER()" > all.cl && cat shared.cl >> all.cl && mv all.cl shared.cl
   RUN: cd %t && %env_device PERSISTIFY=on ./program "" > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err -DNAME=P_BARRIER -DWHOSE="the text before it"
   CHECK: original loop: macro '[[NAME]]' of [[WHOSE]] is a word of the generated code
*/
#include "setup.h"

int main(int argc, char **argv) {
  const size_t n = 1024;
  cl_mem a, b;
  cl_kernel s;
  int i;
  start("shared.cl", argv[1]);
  a = ints(1024, 0);
  b = ints(1024, 0);
  s = kernel_named("step");
  for (i = 0; i < 50; i++) {
    need(clSetKernelArg(s, 0, sizeof a, &a), "arg");
    need(clSetKernelArg(s, 1, sizeof b, &b), "arg");
    need(clEnqueueNDRangeKernel(queue, s, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
    cl_mem t = a;
    a = b;
    b = t;
  }
  need(clFinish(queue), "finish");
  show("a", a);
  return argc != 2;
}
