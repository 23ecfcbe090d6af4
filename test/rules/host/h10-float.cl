__kernel void damp(__global float *a, float k, __global float *first) {
  size_t i = get_global_id(0);
  a[i] = a[i] * k;
  if (i == 0)
    *first = a[0];
}
