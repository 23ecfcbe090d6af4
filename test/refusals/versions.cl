// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=versions-as-values not %refused %s %S/Inputs/host.c
#if __OPENCL_C_VERSION__ >= 120
#define LIMIT 100
#endif

__kernel void step(__global int *data, __global int *flag) { // expect PST2011: macro '__OPENCL_C_VERSION__', whose value cannot be compared
  size_t i = get_global_id(0);
  data[i] += __OPENCL_C_VERSION__;
  if (data[i] > LIMIT)
    *flag = 1;
}
