__kernel void add_if(__global int *a, __global int *opt) {
  size_t i = get_global_id(0);
  if (opt)
    a[i] += opt[i];
  else
    a[i] -= 1000;
}
