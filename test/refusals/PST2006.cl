// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global volatile int *flag) {
  size_t i = get_global_id(0);
  ++data[i];
  if (i == 0)
    *flag = 1;
  while (*flag == 0) // expect PST2006: the exit of this loop depends on memory that other work-groups write
    ;
}
