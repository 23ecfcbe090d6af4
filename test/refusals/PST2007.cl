// RUN: %refused %s %S/Inputs/host.c -- --kernel-flags=-cl-std=CL2.0

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  data[i] += sub_group_reduce_add(1); // expect PST2007: uses sub_group_reduce_add
  if (data[i] > 100)
    *flag = 1;
}
