/* H9: the host program is compiled with the macros that it was analysed with, or its original loops run.
   REQUIRES: device
   DEFINE: %{check} = %run-check %S/macros.cl %s --host-flag=-I%S/../host/Inputs --host-flag=-I%S/Inputs/host
   RUN: %{check} --entries 1
   RUN: %{check} --entries 1 --compiler-flag=-DUNHEARD_OF=1 --compiler-flag=-O2
   RUN: %{check} --expect-fallback "not compiled as analysed: SIZE is defined" --compiler-flag=-DSIZE=50
   RUN: %{check} --expect-fallback "not compiled as analysed: TRACE is defined" --compiler-flag=-DTRACE
   RUN: %{check} --expect-fallback "not compiled as analysed: NDEBUG is defined" --compiler-flag=-DNDEBUG
   RUN: %{check} --expect-fallback "GAIN" --compiler-flag=-DGAIN=9
   RUN: %{check} --expect-fallback "twice" --compiler-flag=-Dtwice=thrice
   RUN: %{check} --expect-fallback "__CHAR_UNSIGNED__ is defined" --compiler-flag=-funsigned-char
   RUN: %long env CHECK_BUILDS= PERSISTIFY_FAULT=host-macros-unchecked not %{check} --expect-fallback "SIZE is defined" --compiler-flag=-DSIZE=50
   What the tool was given counts.
   DEFINE: %{sized} = %{check} --host-flag=-DSIZE=150 --host-flag=-DLABEL='"a, b"'
   RUN: %{sized} --entries 1
   RUN: %{sized} --expect-fallback "SIZE is '300', not '150'" --compiler-flag=-USIZE --compiler-flag=-DSIZE=300
   RUN: %{sized} --expect-fallback "'#if SIZE > 100' of macros.cpp is false" --compiler-flag=-USIZE --compiler-flag=-DSIZE=50
   RUN: %{sized} --expect-fallback "SIZE is not defined" --compiler-flag=-USIZE
   What headers of the system define that the command line includes is theirs.
   RUN: %{check} --host-flag=-include --host-flag=memory --entries 1
   RUN: %{check} --host-flag=-DPLUS_ONE=2 --expect-fallback "PLUS_ONE is '3', not '2'" --compiler-flag=-UPLUS_ONE --compiler-flag=-DPLUS_ONE=3
   RUN: %{sized} --expect-fallback "LABEL is" --compiler-flag=-ULABEL --compiler-flag=-DLABEL='"a,b"'
*/
#include "setup.h"
#include "settings.hpp"
#include <cassert>
#include <memory>
#define JOIN(a, b) a##b
#ifndef PLUS_ONE
#define PLUS_ONE 1
#endif
#ifndef LABEL
#define LABEL "none"
#endif
static int twice(int x) { return x * 2; }

int main() {
  size_t global = SIZE;
  int v = 1, n = SIZE, gain = 0;
#if SIZE > 100
  v = 2;
#endif
  start("macros.cl", "");
  cl_kernel add = kernel_named("add");
  cl_mem a = ints(n, 0);
  clSetKernelArg(add, 0, sizeof a, &a);
#ifdef GAIN
  gain = GAIN;
#endif
  for (int i = 0; i < STEPS; i++) {
    assert(v != 1000);
    clSetKernelArg(add, 1, sizeof v, &v);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL);
    if (not gain or i > 2)
      v += twice(i) + gain;
    BUMP(v);
    v += JOIN(PLUS_, ONE);
  }
  printf("%s %s %d\n", NOTE, LABEL, v);
  show("a", a);
}
