// RUN: %refused %s %S/Inputs/host.c

#define KERNEL_BODY(first)                                                                         \
  {                                                                                                \
    size_t i = get_global_id(first);                                                               \
    if (++data[i] > 100)                                                                           \
      *flag = 1;                                                                                   \
  }

__kernel void step(__global int *data, __global int *flag) KERNEL_BODY(0) // expect PST2012: it stands in the body of a macro
