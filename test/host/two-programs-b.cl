#define SHARE(x) ((x) / 2)

__kernel void feed(__global int *a, int by) {
  size_t i = get_global_id(0);
  if (i % 3 == 0)
    a[i] += SHARE(by) + (int)i;
}

__kernel void cap(__global int *a, int most) {
  size_t i = get_global_id(0);
  __local int seen[16];
  seen[get_local_id(0)] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = min(seen[15 - get_local_id(0)], most);
}
