// RUN: %refused %s %S/Inputs/host.c -- --kernel-flags=-cl-std=CL2.0

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  data[i] += work_group_reduce_add(1); // expect PST2019: uses 'work_group_reduce_add'
  if (data[i] > 100)
    *flag = 1;
}
