__kernel void mix(__global const int *from, __global int *to, int n, int trip) {
  int i = get_global_id(0);
  to[i] = (from[(i + 1) % n] * 3 + from[i] + trip) % 4099;
}

__kernel void fold(__global int *v, __global int *left) {
  int i = get_global_id(0);
  if (v[i] > 100) {
    v[i] -= v[i] / 3;
    left[0] = 1;
  }
}
