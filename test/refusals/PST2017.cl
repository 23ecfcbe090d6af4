// RUN: %refused %s %S/Inputs/host.c -- --kernel-flags=-cl-std=CL2.0

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  queue_t q = get_default_queue(); // expect PST2017: uses 'get_default_queue'
  if (++data[i] > 100)
    *flag = 1;
}
