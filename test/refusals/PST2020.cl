// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
again:
  if (++data[i] & 1)
    goto again; // expect PST2020: goto 'again'
  if (data[i] > 100)
    *flag = 1;
}
