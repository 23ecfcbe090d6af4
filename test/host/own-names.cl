#define persistify_region_2 1
__kernel void persistify_region_1(__global int *persistify_bind, int v) {
  persistify_bind[get_global_id(0)] += v * persistify_region_2;
}
