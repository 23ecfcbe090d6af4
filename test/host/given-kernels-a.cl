__kernel void grow(__global int *a, int by) {
  size_t i = get_global_id(0);
  a[i] += by + (int)i;
}
__kernel void shrink(__global int *a, int by) {
  size_t i = get_global_id(0), n = get_global_size(0);
  if (i < n / 2)
    a[i] -= a[n - 1 - i] / (by + 2);
}
__kernel void scale(__global int *a, float by) {
  size_t i = get_global_id(0);
  a[i] = (int)((float)a[i] * (1.0f + by / 8.0f)) & 1023;
}
/* Which cannot be moved: nobody can tell that all come to the barrier. */
__kernel void apart(__global int *a, int by) {
  __local int part[64];
  size_t i = get_global_id(0);
  part[get_local_id(0)] = by;
  if (a[i] != -7)
    barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = a[i] * 3 + part[get_local_id(0)];
}
__kernel void three(__global int *a, __local int *room, int by) {
  size_t i = get_global_id(0), l = get_local_id(0);
  room[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = room[get_local_size(0) - 1 - l] + by;
}
__kernel void wide(__global int *a, long by) {
  size_t i = get_global_id(0);
  a[i] ^= (int)(by * (long)i);
}
