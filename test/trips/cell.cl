typedef struct { float x, y, vx, vy; } body;
__kernel void move(__global body *b, float dt) {
  int i = get_global_id(0);
  b[i].x += b[i].vx * dt;
  b[i].y += b[i].vy * dt;
  if (b[i].x < 0.0f || b[i].x > 1.0f) b[i].vx = -b[i].vx;
  if (b[i].y < 0.0f || b[i].y > 1.0f) b[i].vy = -b[i].vy;
}
__kernel void rule(__global const uchar *in, __global uchar *out, int n, int bits) {
  int i = get_global_id(0);
  int k = (in[(i + n - 1) % n] << 2) | (in[i] << 1) | in[(i + 1) % n];
  out[i] = (bits >> k) & 1;
}
__kernel void accumulate(__global int *total, __global const uchar *in) {
  int i = get_global_id(0);
  total[i] += in[i];
}
