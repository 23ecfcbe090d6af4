/* An included file that becomes another one when the loop was reached, and before its persistent kernel is built: that the
   source was looked at once says nothing of what the driver's compiler reads then.
   REQUIRES: device
   RUN: rm -rf %t && mkdir -p %t.in && cp %S/included.cl %s %t.in && echo "#define STEP 1" > %t.in/step.h
   RUN: cd %t.in && %persistify included.cl included-later.c -o %t --quiet --kernel-flags=-I. -- %cl_inc -I%S/../host/Inputs
   RUN: %cc %cl_inc -w %s -I%S/../host/Inputs -o %t/original -lOpenCL
   RUN: %cc %cl_inc -w -I%t %t/included-later.c -I%S/../host/Inputs %runtime_flags -o %t/program
   RUN: cd %t && cp %t.in/* . && %env_device ./original > original.out
   RUN: cd %t && %env_device PERSISTIFY=on ./program > on.out 2> on.err && diff original.out on.out
   RUN: FileCheck %s --input-file %t/on.err
   CHECK: original loop: a buffer is mapped
   CHECK: original loop: 'step.h', which the kernel source includes, is not what was analysed
*/
#include "setup.h"

static cl_kernel add;

static void loop(void) {
  const size_t n = 64;
  int i;
  for (i = 0; i < 10; i++) {
    need(clSetKernelArg(add, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
  }
  need(clFinish(queue), "finish");
}

static void header(const char *text) {
  FILE *f = fopen("step.h", "w");
  fputs(text, f);
  fclose(f);
}

int main(void) {
  cl_int err;
  void *half;
  cl_mem a;
  header("#define STEP 1\n");
  start("included.cl", "-I.");
  a = ints(64, 0);
  add = kernel_named("add");
  need(clSetKernelArg(add, 0, sizeof a, &a), "arg");
  half = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 128, 128, 0, NULL, NULL, &err);
  loop();
  clEnqueueUnmapMemObject(queue, a, half, 0, NULL, NULL);
  clFinish(queue);
  header("#define STEP 100\n"); /* an upgrade comes */
  loop();
  show("a", a);
  return 0;
}
