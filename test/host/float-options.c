/* Build options with numbers of floating point that only the run knows: kernels are read with some such number, and any other of
   its type is taken, but nothing else. */
// REQUIRES: device
// DEFINE: %{check} = %run-check %S/float-options.cl %s --host-flag=-I%S/Inputs
// RUN: %{check} --entries 1
// RUN: %{check} --entries 1 -- 1.25e+2
// RUN: %{check} --expect-fallback SCALE -- -2
// RUN: not env PERSISTIFY_FAULT=float-values %{check} --entries 1
// RUN: %long not env PERSISTIFY_FAULT=numbers-as-memory %{check} --entries 1
#include "grow.h"

int main(int argc, char **argv) {
  float scale = 0.75f;
  char options[80];
  if (argc > 1)
    scale = (float)atof(argv[1]);
  sprintf(options, "-DSCALE=%.3ff -D SHIFT=%e -DCOUNT=5", scale, scale / 3);
  start("float-options.cl", options);
  cl_mem m = ints(64, 0);
  cl_kernel k = kernel_named("grow");
  for (int t = 0; t < 6; ++t)
    grow(k, m, t);
  show("grown", m);
  return 0;
}
