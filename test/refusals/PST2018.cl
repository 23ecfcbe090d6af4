// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  size_t i = get_global_id(0);
  if (data[i] > 10)
    barrier(CLK_LOCAL_MEM_FENCE); // expect PST2018: its condition may differ between work-items
  if (++data[i] > 100)
    *flag = 1;
}
