// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  __local int tile[1024];
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = 0;
  if (data[i] < 0)
    goto last; // expect PST2020: goto 'last' jumps backwards or past a barrier
  tile[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
last:
  if (tile[get_local_size(0) - 1 - l] > 100)
    *flag = 1;
}
