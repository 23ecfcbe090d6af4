__kernel void turn(__global int *a, __local int *t) {
  size_t i = get_global_id(0), l = get_local_id(0);
  t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[(l + 1) % get_local_size(0)] + 1;
}
