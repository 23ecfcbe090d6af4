kernel void wide(global int *a, ulong n, uint base) {
  size_t i = get_global_id(0);
  if (i >= n)
    return;
  a[i - base] += 1 + (int)(i & 3);
}
kernel void narrow(global int *a, uint n, uint base) {
  uint i = get_global_id(0);
  if (i < n)
    a[i - base] += 2 + (int)(i & 7);
}
kernel void sign(global int *a, int n, uint base) {
  int i = (int)get_global_id(0); /* negative from the ninth on */
  if (i < n)
    a[(uint)i - base] += 5;
}
