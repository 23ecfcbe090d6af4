__kernel void put(__global int *a, int v, __global uchar *busy) {
  size_t i = get_global_id(0);
  a[i] = a[i] * 5 + v + (int)get_global_size(0);
  if (i == 0 && a[i] % 3 != 0)
    *busy = 1;
}
