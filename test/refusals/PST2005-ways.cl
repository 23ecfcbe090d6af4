// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=jumps-by-ways not %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=cases-meet not %refused %s %S/Inputs/host.c

// Jumps that only some work-items take. Nobody comes to a barrier from there, but one stands behind them in the text.
__kernel void step(__global int *data, __global int *flag) {
  __local int tile[1024];
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = data[i];
  for (int k = 0; k < 8; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) == k) {
      if (l == 0) {
        data[i] += k;
        continue; // expect PST2005: a continue can skip a barrier
      }
      data[i] -= k;
      continue; // expect PST2005: a continue can skip a barrier
    }
    tile[l] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_group_id(0) > 7) {
    if (l == 0)
      return; // expect PST2005: a return can skip a barrier
    data[i] = tile[0];
    return; // expect PST2005: a return can skip a barrier
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  switch (l & 1) {
  case 0:
    data[i] ^= 3;
  default: // all come to it
    barrier(CLK_LOCAL_MEM_FENCE); // expect PST2018: its condition may differ between work-items
  }
  if (tile[get_local_size(0) - 1 - l] > 100)
    *flag = 1;
}
