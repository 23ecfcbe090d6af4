// RUN: %refused %s %S/Inputs/host.c

int elsewhere(int value);

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if ((data[i] = elsewhere(data[i])) > 100) // expect PST2016: function 'elsewhere' has no body
    *flag = 1;
}
