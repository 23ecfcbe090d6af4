// RUN: %refused %s %S/Inputs/hidden.c
// RUN: env PERSISTIFY_FAULT=hidden-builtins not %refused %s %S/Inputs/hidden.c
double fabs(double x) { return x; }

__kernel void step(__global float *data, __global int *flag, float by) {
  data[get_global_id(0)] += by;
}
