// RUN: %refused %s %S/Inputs/host.c

__constant int table[2] = {1, 2};

__kernel void step(__global int *data, __global int *flag, __constant int *weights) { // expect PST2013: an argument or to a program-scope table
  size_t i = get_global_id(0);
  __constant int *from = data[i] > 50 ? table : weights;
  if ((data[i] += from[i & 1]) > 100)
    *flag = 1;
}
