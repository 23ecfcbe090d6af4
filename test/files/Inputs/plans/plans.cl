__kernel void add(__global int *a, int v) { a[get_global_id(0)] += v + 1; }

__kernel void map(__global const int *in, __global int *out, int k) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3 + k + (int)i;
}
