__kernel void step(__global int *data, __global int *flag) {
  __local int first;
  if (get_local_id(0) == 0)
    first = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if ((data[get_global_id(0)] += first) > 100)
    *flag = 1;
}

/* The largest of the work-group's values, for each of its items. */
int largest(int value, __local int *all) {
  int best = value;
  all[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = 0; i < get_local_size(0); ++i)
    best = max(best, all[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  return best;
}

__kernel void tile(__global int *data, __global int *flag) {
  __local int all[16];
  size_t i = get_global_id(0);
  data[i] = largest(data[i], all) - data[i];
}
