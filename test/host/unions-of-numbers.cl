__kernel void shift(__global int *a, int2 by) {
  size_t i = get_global_id(0);
  a[i] = a[i] * 3 + by.x + 5 * by.y + (int)i;
}

__kernel void scale(__global int *a, float2 by, uint2 id) {
  size_t i = get_global_id(0);
  a[i] += (int)(by.x * 10 + by.y * 100) + (int)(id.x ^ (id.y >> 20));
}
