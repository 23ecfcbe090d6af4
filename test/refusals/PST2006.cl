// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  ++data[i];
  if (i == 0)
    *flag = 1;
  while (*flag == 0) // expect PST2006: this loop waits for other work-groups, but a compiler may read what it waits for only once
    ;
}
