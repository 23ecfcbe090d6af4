// The mean of the six neighbours; who moves far raises the flag.
kernel void smooth(global const float *a, global float *b, uint w, uint h, uint d, global int *moved) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t at = (z * h + y) * w + x;
  float n = (a[at - 1] + a[at + 1] + a[at - w] + a[at + w] + a[at - w * h] + a[at + w * h]) / 6;
  if (fabs(n - a[at]) > 0.01f)
    *moved = 1;
  b[at] = n;
}
