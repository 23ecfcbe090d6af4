// RUN: %refused %s %S/Inputs/host.c

__kernel void step(__global int *data, __global int *flag) {
  __local int sum[16];
  size_t i = get_global_id(0);
  if (data[i] < 0)
    return; // expect PST2005: a return can skip a barrier
  sum[get_local_id(0)] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((data[i] += sum[0]) > 100)
    *flag = 1;
}
