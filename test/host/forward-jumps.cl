// Jumps forward in kernels and functions with barriers: none passes one.
int sum_of(__global const int *a, __local int *tile, int n) {
  int l = get_local_id(0), size = get_local_size(0), v = 0, seen = 0;
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (a[get_global_id(0)] % 3 == 0)
    goto none;
  v = a[get_global_id(0)];
  for (int i = 0; i < n; i++) {
    if (v > 1000)
      goto large;
    v += i * l;
  }
  v ^= 5;
large:
  seen = v & 1;
  tile[l] = v + seen;
none:
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (l >= s)
      goto next;
    tile[l] += tile[l + s];
  next:
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void sums(__global const int *a, __global int *b, __local int *tile, int n) {
  int s = sum_of(a, tile, n);
  b[get_global_id(0)] = s + n;
}

__kernel void turn(__global int *a, __global const int *b, int limit) {
  __local int part[8];
  int l = get_local_id(0);
  if (limit > 3) // the same for all
    goto fill;
  part[l] = 7;
fill:
  part[l] = b[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = part[7 - l];
  if (other < limit)
    goto end;
  other -= limit;
end:
  a[get_global_id(0)] = other + l;
}
