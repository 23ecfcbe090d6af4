// RUN: %refused %s %S/Inputs/host.c -- --kernel-flags=-cl-std=CL2.0

global int calls;

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if (++data[i] > 100)
    *flag = 1;
  if (i == 0)
    ++calls; // expect PST2004: mutable program-scope variable 'calls'
}
