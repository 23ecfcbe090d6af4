// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=known not %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  data[i] = ({ int before = data[i]; before + 1; }); // expect PST2011: a statement expression is not supported
  if (data[i] > 100)
    *flag = 1;
}
