__kernel void tell(__global const int *knows, __global int *next, __global const int *friends, int degree, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int most = knows[i];
  for (int k = 0; k < degree; ++k)
    most = max(most, knows[friends[i * degree + k]]);
  next[i] = most;
}
