// RUN: %refused %s %S/Inputs/floats.c
// RUN: env PERSISTIFY_FAULT=own-floats not %refused %s %S/Inputs/floats.c
#pragma float_control(precise, off)
__kernel void step(__global float *data, __global int *flag, float by) { // expect PST2011: a pragma about floating point
  data[get_global_id(0)] += by;
}
