__kernel void shift(__global int *a, float4 v) {
  size_t i = get_global_id(0);
  a[i] += (int)(v.x + 2 * v.y) + (int)(v.z * v.w);
}

__kernel void corner(__global int *a, int4 by) {
  size_t i = get_global_id(0);
  a[i] = a[i] * by.z + by.x - by.y + (int)i * by.w;
}
