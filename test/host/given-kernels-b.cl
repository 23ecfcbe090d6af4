__kernel void turn(__global int *a, int by) {
  size_t i = get_global_id(0), n = get_global_size(0);
  int mine = a[i];
  if (i < n / 2) {
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = mine + by;
  }
}
__kernel void grow(__global int *a, int by) {
  a[get_global_id(0)] += 3 * by;
}
__kernel void apart(__global int *a, int by) {
  a[get_global_id(0)] ^= by;
}
