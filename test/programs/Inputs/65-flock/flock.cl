// Birds on a ring: each takes the mean heading of those near, then flies.
__kernel void turn(__global const float *at, __global const float *heading, __global float *next, int n, float near) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0;
  int seen = 0;
  for (int j = 0; j < n; ++j) {
    float d = fabs(at[i] - at[j]);
    if (min(d, 1.0f - d) < near) {
      sum += heading[j];
      ++seen;
    }
  }
  next[i] = sum / seen;
}

__kernel void fly(__global float *at, __global const float *heading, int n, float step) {
  int i = get_global_id(0);
  if (i < n) {
    float x = at[i] + step * heading[i];
    at[i] = x - floor(x);
  }
}

__kernel void spread(__global const float *heading, __global int *widest, int n) {
  int i = get_global_id(0);
  if (i < n)
    atomic_max(widest, (int)(fabs(heading[i] - heading[0]) * 1000.0f));
}
