// RUN: %refused %s %S/Inputs/host.c

#define else persistify_other
#define persistify_other else
__kernel void step(__global int *data, __global int *flag) { // expect PST2014: the name 'else'
  size_t i = get_global_id(0);
  if (++data[i] > 100) // expect-2 PST2014: the name 'step_phase'
    *flag = 1;
}
__kernel void step_phase(__global int *data) { data[0] = 0; }
