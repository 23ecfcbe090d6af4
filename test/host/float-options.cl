kernel void grow(global int *a, int t) {
  int i = get_global_id(0);
  float parts[COUNT], s = a[i];
  for (int k = 0; k < COUNT; ++k)
    parts[k] = SCALE * SHIFT * (100 + k);
  for (int k = 0; k < COUNT; ++k)
    s += parts[k];
  a[i] = (int)s + t;
}
