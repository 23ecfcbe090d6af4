// Ids in the program's macros and in helpers, a barrier in a helper behind a macro, structures by value, vectors,
// assigned parameters, a kernel called by a kernel, #include, extension pragmas, macros named like common words.
// REQUIRES: device
// RUN: %run-check %S/ids-spellings.cl %s --host-flag=-I%S/../../host/Inputs --host-flag=-I%S --data %S/ids-spellings.h \
// RUN:     --entries 1
#include "setup.h"

struct params {
  cl_float4 scale;
  cl_int shift[2];
  cl_short kind;
};

int main() {
  start("ids-spellings.cl", "-I.");
  cl_kernel part = clCreateKernel(program, "part", nullptr);
  cl_kernel whole = clCreateKernel(program, "whole", nullptr);
  const int n = 320;
  cl_mem a = ints(n, 4), f = ints(n * 4, 0x3f000000), small = ints(n, 0);
  params v = {};
  for (int i = 0; i < 4; ++i)
    v.scale.s[i] = 0.5f + 0.25f * i;
  v.shift[0] = 3, v.shift[1] = 40, v.kind = -2;
  size_t global = n, local = 16;
  cl_int some = 300;
  clSetKernelArg(part, 0, sizeof a, &a);
  clSetKernelArg(whole, 0, sizeof a, &a);
  clSetKernelArg(whole, 1, sizeof f, &f);
  clSetKernelArg(whole, 2, sizeof v, &v);
  clSetKernelArg(whole, 4, sizeof small, &small);
  for (int i = 0; i < 12; ++i) {
    some -= i;
    clSetKernelArg(part, 1, sizeof some, &some);
    clSetKernelArg(whole, 3, sizeof some, &some);
    clEnqueueNDRangeKernel(queue, part, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    clEnqueueNDRangeKernel(queue, whole, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  }
  show("a", a), show("f", f), show("small", small);
}
