// RUN: %refused %s %S/Inputs/host.c

#define else persistify_other
#define persistify_other else
#define get_global_id(d) (int)get_global_id(d)
__kernel void step(__global int *data, __global int *flag) { // expect PST2014: the name 'else'
  size_t i = get_global_id(0); // expect PST2014: the name 'get_global_id'
  if (++data[i] > 100) // expect-2 PST2014: the name 'step_phase'
    *flag = 1;
}
__kernel void step_phase(__global int *data) { data[0] = 0; }
