kernel void add(global REAL *a, REAL by) {
  size_t i = get_global_id(0);
  a[i] += by + BY + i;
}
