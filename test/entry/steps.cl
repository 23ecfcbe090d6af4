// Kernels of the programs in this folder.
__kernel void add(__global int *a, int d) {
  int i = get_global_id(0);
  a[i] += i * d + 1;
}

__kernel void grow(__global int *a, __global int *more, int limit) {
  int i = get_global_id(0);
  a[i] += i % 5 + 1;
  if (a[i] < limit)
    *more = 1;
}

__kernel void tick(__global int *a, int rounds) {
  int i = get_global_id(0);
  int v = a[i];
  for (int k = 0; k < rounds; ++k)
    v = v * 5 + k;
  a[i] = v;
}
