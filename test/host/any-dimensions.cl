__kernel void mark(__global int *a, int v) {
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  size_t at = x + get_global_size(0) * (y + get_global_size(1) * get_global_id(2));
  a[at] = a[at] * 5 + v * (int)get_work_dim() + (int)(3 * get_global_offset(0));
}

__kernel void mark_rows(__global int *a, int v) {
  size_t at = get_global_id(0) + 8 * get_global_id(1);
  a[at] += v;
}
