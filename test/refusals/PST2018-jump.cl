// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=jumps-by-all not %refused %s %S/Inputs/host.c

// What a jump passes over, only some work-items do.
__kernel void step(__global int *data, __global int *flag) {
  __local int tile[1024];
  size_t i = get_global_id(0), l = get_local_id(0);
  int rounds = 1;
  tile[l] = data[i];
  if (data[i] < 0)
    goto on;
  rounds = 2;
on:
  for (int r = 0; r < rounds; r++)
    barrier(CLK_LOCAL_MEM_FENCE); // expect PST2018: its condition may differ between work-items
  if (tile[get_local_size(0) - 1 - l] > 100)
    *flag = 1;
}
