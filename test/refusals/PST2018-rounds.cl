// RUN: %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=set-by-some not %refused %s %S/Inputs/host.c
// RUN: env PERSISTIFY_FAULT=even-rounds not %refused %s %S/Inputs/host.c

// What some work-items set, or not all set in the same round, differs; so does what holds after a loop that some leave earlier.
__kernel void step(__global int *data, __global int *flag) {
  __local int tile[1024];
  size_t i = get_global_id(0), l = get_local_id(0);
  int rounds = 4, seen = 0, k;
  tile[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tile[l] > 3)
    rounds = 3;
  if (rounds > 3)
    barrier(CLK_LOCAL_MEM_FENCE); // expect PST2018: its condition may differ between work-items
  for (;;) {
    seen ^= 1;
    if (tile[l] < 5)
      break;
    tile[l]--;
  }
  if (seen)
    barrier(CLK_LOCAL_MEM_FENCE); // expect PST2018: its condition may differ between work-items
  rounds = 2;
  for (k = 0; k < rounds; k++)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (tile[get_local_size(0) - 1 - l] > 100)
    *flag = 1;
}
