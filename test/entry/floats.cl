typedef struct { float scale; int shift; float origin[2]; } Frame;

__kernel void place(__global float *v, Frame f) {
  int i = get_global_id(0);
  v[i] += f.scale * (float)(i % 4) + f.origin[i & 1] + (float)f.shift;
}

__kernel void blend(__global float *v, float alpha) {
  int i = get_global_id(0);
  v[i] += alpha * (float)(i % 8);
}

__kernel void largest(__global const float *v, __global float *out, int n) {
  if (get_global_id(0) == 0) {
    float m = v[0];
    for (int i = 1; i < n; ++i)
      m = v[i] > m ? v[i] : m;
    *out = m;
  }
}
