__kernel void add(__global int *a, int v) { a[get_global_id(0)] += v + 1; }

__kernel void raise(__global int *a, __global int *flag, int limit) {
  size_t i = get_global_id(0);
  if (a[i] < limit) {
    a[i] += 1 + (int)(i & 3);
    *flag = 1;
  }
}
