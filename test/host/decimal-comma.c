/* A program whose locale has a decimal comma: variables of the environment, the statistics and what is compared have a point all
   the same.
   REQUIRES: device
   RUN: rm -rf %t && %persistify %S/not-numbers.cl %s -o %t --quiet -- %cl_inc -I%S/Inputs
   RUN: %cc %cl_inc -w -I%t %t/decimal-comma.c -I%S/Inputs %runtime_flags -o %t/program
   RUN: localedef -i de_DE -f UTF-8 %t/de_DE.UTF-8 || echo none
   RUN: cd %t && %env_device LOCPATH=%t LC_ALL=de_DE.UTF-8 PERSISTIFY=on PERSISTIFY_STATS=1 PERSISTIFY_SPIN_MS=5000.5 ./program 2>&1 | FileCheck %s --implicit-check-not=unknown
   CHECK: poll_ns={{[0-9]+\.[0-9]}}
   CHECK: build_ms={{[0-9]+\.[0-9]+}} run_ms={{[0-9]+\.[0-9]+}} region_ms={{[0-9]+\.[0-9]+}}
*/
#include "setup.h"
#include <locale.h>

int main(void) {
  const size_t n = 64;
  cl_kernel k;
  cl_mem a;
  int i;
  setlocale(LC_ALL, "");
  start("not-numbers.cl", "");
  a = ints(64, 0);
  k = kernel_named("half_it");
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  for (i = 0; i < 10; i++)
    need(clEnqueueNDRangeKernel(queue, k, 1, NULL, &n, NULL, 0, NULL, NULL), "launch");
  need(clFinish(queue), "finish");
  return 0;
}
