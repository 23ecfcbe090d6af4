// RUN: %refused %s %S/Inputs/host.c

int depth(__global int *data, int i) { return data[i] > 0 ? 1 + depth(data, data[i]) : 0; } // expect PST2015: function 'depth'

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if ((data[i] = depth(data, i)) > 100)
    *flag = 1;
}
