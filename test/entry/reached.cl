__kernel void k(__global int *a, __global ulong *heads) {
  size_t i = get_global_id(0);
  __global int *p = (__global int *)heads[i];
  a[i] += *p;
  *p += 1;
}
