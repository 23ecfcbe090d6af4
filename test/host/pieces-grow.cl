__kernel void grow(__global cell *a, int by) {
  size_t i = get_global_id(0);
  a[i] = STEP(a[i], by) % 1009;
}
