__kernel void add(__global int *a, int v) { a[get_global_id(0)] += v + 1; }

__kernel void map(__global const int *in, __global int *out, int k) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3 + k + (int)i;
}

__kernel void raise(__global int *a, __global int *flag, int limit) {
  size_t i = get_global_id(0);
  if (a[i] < limit) {
    a[i] += 1 + (int)(i & 3);
    *flag = 1;
  }
}

__kernel void stamp(__global int *a, int value) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t at = x + 8 * y + 64 * z;
  a[at] = a[at] * 7 + value + (int)get_global_size(0) + (int)get_group_id(0) + (int)get_local_size(0);
}

__kernel void total(__global const int *a, __global int *sum, __local int *tile, int n) {
  int lid = get_local_id(0), size = get_local_size(0);
  tile[lid] = get_global_id(0) < (size_t)n ? a[get_global_id(0)] : 0;
  for (int s = size / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      tile[lid] += tile[lid + s];
  }
  if (lid == 0)
    atomic_add(sum, tile[0]);
}

__kernel void map_back(__global const int *in, __global int *out, int k) {
  size_t i = get_global_id(0);
  out[get_global_size(0) - 1 - i] = in[i] * 5 - k;
}

__kernel void map_twice(__global const int *in, __global int *out, int k) {
  size_t i = get_global_id(0), n = get_global_size(0);
  out[i] = in[i] + in[(i + k + 1) % n];
}

__kernel void raise_odd(__global int *a, __global int *flag, int limit) {
  size_t i = get_global_id(0);
  if (a[i] < limit && (i & 1)) {
    a[i] += 5;
    *flag = 1;
  }
}
