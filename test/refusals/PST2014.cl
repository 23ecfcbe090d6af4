// RUN: %refused %s %S/Inputs/host.c

#define p_v 3

__kernel void step(__global int *data, __global int *flag) { // expect PST2014: the name 'p_v'
  size_t i = get_global_id(0);
  if ((data[i] += p_v) > 100)
    *flag = 1;
}
