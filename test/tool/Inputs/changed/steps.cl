__kernel void add(__global int *a, int k) {
  int i = get_global_id(0);
  a[i] = a[i] + k;
}

__kernel void twice(__global int *a) {
  int i = get_global_id(0);
  a[i] *= 2;
}
