/* A program whose compiler takes no old cast and no 0 for a pointer stays one: numbers that are printed behind the loop, a
   choice between two texts. */
// RUN: %run-check %S/steps.cl %s --host-flag=-I%S/Inputs --entries 2
// RUN: rm -rf %t && %persistify %S/steps.cl %s -o %t -- %cl_inc -I%S/Inputs
// RUN: %cxx -std=c++11 -Wold-style-cast -Wzero-as-null-pointer-constant -Werror -fsyntax-only -isystem %S/Inputs -isystem %build_dir/include %cl_inc %t/output-casts.cpp
// RUN: grep "static_cast<long>(persistify_int" %t/output-casts.cpp
// REQUIRES: device
#include "setup.h"

int main() {
  start("steps.cl", "");
  cl_kernel k = kernel_named("add");
  cl_mem a = ints(64, 0);
  need(clSetKernelArg(k, 0, sizeof a, &a), "arg");
  size_t items = 64;
  long seen = 0;
  for (int i = 0; i < 5; i++) {
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
    seen += i;
    printf("trip %d: %ld\n", i, seen);
  }
  unsigned char few = 0;
  for (int i = 0; i < 5; i++) {
    need(clSetKernelArg(k, 1, sizeof i, &i), "arg");
    need(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), "launch");
    few = static_cast<unsigned char>(few * 3 + i);
    if (few & 1)
      printf("odd %u %s\n", few, few > 4 ? "large" : "small");
  }
  show("a", a);
  return 0;
}
