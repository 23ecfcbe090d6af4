// RUN: %refused %s %S/Inputs/host.c
__kernel void step(__global int *data, __global int *flag) { // expect PST2011: a byte order mark at the beginning
  data[get_global_id(0)] += 1;
}
